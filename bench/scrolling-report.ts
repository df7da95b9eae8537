import { loadavg } from 'node:os';
import type { Sizes } from './large-estate.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';
import { type Drag, type Frames, lateAfter } from './scroll.ts';

interface Settings extends Sizes, Drag {
  slowdown: number;
}

export interface Scrolled {
  name: string;
  rows: number;
  fetched: number;
  frames: Frames;
  peer: Frames;
  /** Milliseconds of each task longer than 50 ms. */
  tasks: readonly number[];
  /** Milliseconds in which the end of the loaded rows was visible although there were more. */
  atEnd: number;
  /** DOM nodes at the end, and JavaScript heap in MB. */
  nodes: number;
  heap: number;
}

export function writeScrollingReport(lists: readonly Scrolled[], settings: Settings): void {
  const { residents, payments, posts, distance, speed, slowdown } = settings;
  const row = ({ name, rows, fetched, frames, peer, tasks, atEnd, nodes, heap }: Scrolled) => {
    const beside = (of: (frames: Frames) => string) => `${of(frames)} | ${of(peer)}`;
    return `| ${name} | ${rows} | ${fetched} | **${(frames.shown / peer.shown).toFixed(2)}** | ${[
      beside(({ shown }) => whole(shown)),
      beside(({ late }) => (late * 100).toFixed(1)),
      beside(({ longest }) => whole(longest)),
      beside(({ blank }) => whole(blank)),
      whole(atEnd),
      tasks.length,
      whole(Math.max(0, ...tasks)),
      whole(nodes),
      heap.toFixed(1),
    ].join(' | ')} |`;
  };
  const text = `# Scrolling on a phone, ${today()}

${describeMachine().text}
An estate of ${whole(residents)} residents, ${whole(payments)} payments and ${whole(posts)} posts, its ketua, and Chromium as a phone: 360 × 740 at
two pixels each, touch, the processor of the page ${slowdown} times slower. A finger drags each list ${whole(distance)} px down at ${whole(speed)} px/s
without lifting, so that every frame is owed. The peer is a plain page of as many rows as tall, without any program,
dragged the same way a moment later. One-minute load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.

Frames are those that the compositor traced as shown; late is one that came more than ${lateAfter} ms after the one before;
blank one in which a part of the page was not drawn yet. A long task keeps the page for more than 50 ms from answering;
scrolling itself goes on meanwhile.

| list | rows drawn | pages fetched | frames in those of the peer | frames | peer | late, % | peer | longest wait, ms | peer | blank | peer | end in sight, ms | long tasks | longest, ms | DOM nodes | heap, MB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lists.map(row).join('\n')}
`;
  saveResults('scrolling', text);
}
