import { me } from '../../contract/auth.ts';
import type { Person } from './people.ts';

export const metricsToken = 'token-of-the-measurements';

export async function metric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Megabytes. */
export const memoryOf = async (url: string) =>
  (await metric(url, 'process_resident_memory_bytes')) / 1_048_576;

/** Sends requests until the work is done; returns latencies in milliseconds. */
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
