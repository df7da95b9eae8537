import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Invariant } from '../../../contract/health.ts';

export interface Violation {
  invariant: Invariant;
  table: string;
  id: number | string | null;
  /** What is wrong, in Indonesian, after the name of the record. */
  says: string;
}

/** Violations of one rule. */
export const violationsOf =
  (invariant: Invariant) =>
  (table: string, id: Violation['id'], says: string): Violation => ({ invariant, table, id, says });

/** Fields of a record that its audit rows tell otherwise; those that they do not tell of are not compared. */
export function differingFields(record: object, told: object): string[] {
  const is: Readonly<Record<string, unknown>> = { ...record };
  return Object.entries(told)
    .filter(([field, value]) => value !== undefined && field in is && is[field] !== value)
    .map(([field]) => field);
}

export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/** @param share of the time that the work may take, 0 to 1 */
export const paced = (share: number): Pace => {
  return async (work) => {
    const began = performance.now();
    const result = await work();
    const rest = (performance.now() - began) * (1 / share - 1);
    await (rest < 1 ? setImmediate() : setTimeout(rest));
    return result;
  };
};
