/** Adds the residents of a list one by one, so that a single refusal stops nobody else. */
import { createResident } from '../../../contract/residents.ts';
import { CallError, call, newKey } from '../../shared/http.ts';
import { makePassword } from './make-password.ts';
import type { ListedResident } from './resident-list.ts';

/** Made before the first attempt: a repeated one, after a lost answer, adds nobody twice. */
export interface NewResident extends ListedResident {
  readonly password: string;
  readonly key: string;
}

export const withPassword = (listed: ListedResident): NewResident => ({
  ...listed,
  password: makePassword(),
  key: newKey(),
});

export type Outcome = { state: 'added' } | { state: 'refused'; problem: string };

const second = 1_000;
/** Seconds. A longer rest than that of a rate per minute is for the person to decide. */
const longestRest = 90;

/**
 * @param onOutcome called for each resident that was added or refused
 * @param signal stops before the next request
 * @throws CallError if the server cannot be reached; residents without an outcome can be sent again
 */
export async function addResidents(
  residents: readonly NewResident[],
  onOutcome: (resident: NewResident, outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const resident of residents) {
    let outcome: Outcome | undefined;
    while (!outcome) {
      if (signal?.aborted) return;
      outcome = await addResident(resident);
    }
    onOutcome(resident, outcome);
  }
}

/** @returns nothing if the server asked for a rest, which is over then */
async function addResident({ values, password, key }: NewResident): Promise<Outcome | undefined> {
  try {
    await call(createResident, { body: { ...values, password, hanya_rumah_baru: true } }, { key });
    return { state: 'added' };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { status, retryAfter } = error;
    if (status === 429 && retryAfter !== null && retryAfter <= longestRest) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter * second));
      return undefined;
    }
    if (error.isOpen || status === 429 || status === 401) throw error;
    const reasons = Object.values(error.errors);
    return { state: 'refused', problem: reasons.length > 0 ? reasons.join('. ') : error.message };
  }
}
