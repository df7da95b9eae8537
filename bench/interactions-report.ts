import { loadavg } from 'node:os';
import { describeMachine, saveResults, today, whole } from './report.ts';

/** Sessions; what fewer say is printed and not kept. */
export const enough = 5;

/** Milliseconds at the 75th percentile. */
const bars = { paint: 200, visit: 1_500 } as const;

export interface Touched {
  name: string;
  /** Milliseconds to the next paint, and until the expected element exists. */
  samples: readonly { paint: number; shown: number }[];
}

export interface Visited {
  role: string;
  times: readonly number[];
}

interface Settings {
  sessions: number;
  perSession: number;
  slowdown: number;
  /** Not empty: a part of the measurement, which is printed and not kept. */
  only: string;
}

function at(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function writeInteractionsReport(
  { touched, visited }: { touched: readonly Touched[]; visited: readonly Visited[] },
  settings: Settings,
): boolean {
  const { sessions, perSession, slowdown } = settings;
  const paints = touched.map(({ name, samples }) => {
    const [paint, shown] = (['paint', 'shown'] as const).map((key) => samples.map((each) => each[key]));
    return { name, p75: at(0.75, paint ?? []), worst: at(1, paint ?? []), shown: at(0.75, shown ?? []) };
  });
  const visits = visited.map(({ role, times }) => ({ role, p75: at(0.75, times), worst: at(1, times) }));
  const text = `# Interactions on a cheap phone, ${today()}

${describeMachine().text}
The demo estate, and Chromium as a phone: 360 × 740 at two pixels each, touch, the processor of the page ${slowdown} times
slower, slow 4G (562 ms, 1.4 Mbit/s). ${sessions} sessions without anything cached, ${perSession} times each: milliseconds from the touch to the next
paint (Event Timing, the bar is ${bars.paint}), and until what was asked for is there. One-minute load of the machine at the
end: ${loadavg()[0]?.toFixed(1)}.

| touch | next paint, p75 | worst | there, p75 |
| --- | ---: | ---: | ---: |
${paints.map(({ name, p75, worst, shown }) => `| ${name} | **${whole(p75)}** | ${whole(worst)} | ${whole(shown)} |`).join('\n')}

A second visit, from the address to a figure of the dashboard (the bar is ${whole(bars.visit)} ms):

| dashboard | p75 | worst |
| --- | ---: | ---: |
${visits.map(({ role, p75, worst }) => `| ${role} | **${whole(p75)}** | ${whole(worst)} |`).join('\n')}
`;
  if (settings.only || sessions < enough) console.log(text);
  else saveResults('interactions', text);
  return paints.every(({ p75 }) => p75 <= bars.paint) && visits.every(({ p75 }) => p75 <= bars.visit);
}
