/** How a server process is doing, as its own metrics say, and how long it lets an honest person wait. */
import { me } from '../../contract/auth.ts';
import type { Person } from './people.ts';

/** METRICS_TOKEN of a server in production that is to be measured. */
export const metricsToken = 'token-of-the-measurements';

export async function metric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Megabytes. */
export const memoryOf = async (url: string) =>
  (await metric(url, 'process_resident_memory_bytes')) / 1_048_576;

/** Asks again and again while something else goes on; milliseconds of the answers. */
export async function waitsDuring(person: Person, work: Promise<unknown>) {
  const waits: number[] = [];
  const over = new AbortController();
  const end = () => over.abort();
  work.then(end, end);
  while (!over.signal.aborted) {
    const asked = performance.now();
    const { status } = await person.call(me);
    if (status !== 200) throw new Error(`an honest person was answered ${status}`);
    waits.push(performance.now() - asked);
  }
  await work;
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}
