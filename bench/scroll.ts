/**
 * Drags a page and reads the shown frames from Chromium's compositor trace. Frame counters in the page are
 * useless: the compositor scrolls while the page's thread is busy. The trace contains whether and when each
 * frame was shown, and whether parts were missing.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { monotonic, pause } from './measure.ts';

export interface Drag {
  distance: number;
  speed: number;
}

export interface Frames {
  shown: number;
  /** Share of frames shown more than 50 ms after the previous one (0–1). */
  late: number;
  longest: number;
  blank: number;
}

/** Milliseconds after which a pause is visible. */
export const lateAfter = 50;
const touchDown = { x: 180, y: 600 };
/** Milliseconds between touch events. */
const reportEvery = 8;
/** Pixels of a first drag, and milliseconds of pause, before tracing starts. */
const warmUp = 300;
const settle = 1_000;

/** A single touch that may leave the screen, so that every frame should move. */
async function drag(cdp: CDPSession, { distance, speed }: Drag): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: touchDown.x, y }],
    });
  await touch('touchStart', touchDown.y);
  const began = performance.now();
  const moves: Promise<unknown>[] = [];
  for (let moved = 0; moved < distance; ) {
    await pause(reportEvery);
    moved = Math.min(distance, ((performance.now() - began) / 1_000) * speed);
    moves.push(touch('touchMove', touchDown.y - moved));
  }
  await Promise.all(moves);
  await touch('touchEnd');
}

export async function dragThrough(browser: Browser, page: Page, cdp: CDPSession, how: Drag): Promise<Frames> {
  await drag(cdp, { ...how, distance: warmUp });
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  await pause(settle);
  const began = monotonic();
  await drag(cdp, how);
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return readFrames(trace.traceEvents.filter(({ ts }) => ts / 1_000 >= began));
}

/** Chromium's format; `ts` in microseconds of the clock of `monotonic()`. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  ts: number;
  id2?: { local?: string };
  args: { frame_reporter?: FrameReport };
}

interface FrameReport {
  state: string;
  scroll_state: string;
  checkerboarded_needs_raster: boolean;
  checkerboarded_needs_record: boolean;
}

/** From the first to the last scrolled frame of the page's compositor, not of the browser window's. */
function readFrames(events: readonly TraceEvent[]): Frames {
  const all = shownIn(events);
  const scrolls = ({ scroll_state: state }: Shown) => state !== 'SCROLL_NONE';
  const [first, last] = [all.find(scrolls), all.findLast(scrolls)];
  if (!first || !last) throw new Error('the page did not scroll');
  const frames = all.filter(({ pid, at }) => pid === first.pid && at >= first.at && at <= last.at);
  const waits = frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? at));
  return {
    shown: frames.length,
    late: waits.filter((wait) => wait > lateAfter).length / frames.length,
    longest: Math.max(0, ...waits),
    blank: frames.filter((frame) => frame.checkerboarded_needs_raster || frame.checkerboarded_needs_record)
      .length,
  };
}

type Shown = FrameReport & { pid: number; at: number };

/** Ordered by time, `at` in milliseconds. Begin and end of an event share an id, which is reused later. */
function shownIn(events: readonly TraceEvent[]): Shown[] {
  const open = new Map<string, FrameReport>();
  const shown: Shown[] = [];
  const reports = events.filter(({ name }) => name === 'PipelineReporter');
  for (const { ph, pid, ts, id2, args } of reports.toSorted((a, b) => a.ts - b.ts)) {
    const id = `${pid} ${id2?.local}`;
    const report = open.get(id);
    if (ph === 'b' && args.frame_reporter) open.set(id, args.frame_reporter);
    if (ph !== 'e' || !report) continue;
    open.delete(id);
    if (report.state.startsWith('STATE_PRESENTED')) shown.push({ ...report, pid, at: ts / 1_000 });
  }
  return shown;
}
