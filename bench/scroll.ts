/**
 * A finger that drags a page, and what Chromium says of the frames that it then showed. Scrolling is the compositor's
 * work: it goes on while the program of the page is busy, so a page that counts its own frames proves nothing. The
 * compositor traces each frame: whether and when it was shown, and whether parts of the page were missing in it.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { monotonic, pause } from './measure.ts';

export interface Drag {
  /** Pixels of the page. */
  distance: number;
  /** Pixels a second. */
  speed: number;
}

export interface Frames {
  shown: number;
  /** The share of them that came more than 50 ms after the one before: 0 to 1. */
  late: number;
  /** Milliseconds between two of them, at most. */
  longest: number;
  /** Frames that showed a part of the page as blank, because it was not drawn yet. */
  blank: number;
}

/** Milliseconds after which people see that a picture stands still. */
export const lateAfter = 50;
/** Where the finger comes down: low on the screen, above the bottom bar. */
const touchDown = { x: 180, y: 600 };
/** Milliseconds between two reports of the finger; panels of phones report at least as often. */
const reportEvery = 8;
/** Pixels before the measured way, and milliseconds of rest in which the tracing gets going. */
const warmUp = 300;
const settle = 1_000;

/** One finger, without lifting: Chromium lets it leave the screen, and a page that moves all the time owes every frame. */
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

/** Drags the page down and reads in the trace what was shown meanwhile. */
export async function dragThrough(browser: Browser, page: Page, cdp: CDPSession, how: Drag): Promise<Frames> {
  await drag(cdp, { ...how, distance: warmUp }); // the first frames of a page draw what later ones have
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  await pause(settle);
  const began = monotonic();
  await drag(cdp, how);
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return readFrames(trace.traceEvents.filter(({ ts }) => ts / 1_000 >= began));
}

/** As Chromium writes them; `ts` in microseconds of the clock that `monotonic()` shows. */
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

/** From the first frame that scrolls to the last: the page's own compositor, not the one of the browser's window. */
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

/** In the order in which they were shown, `at` in milliseconds. A report begins and ends under one id, which the next uses again. */
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
