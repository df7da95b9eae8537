/** Password hashes: argon2id with OWASP's second recommended cost, off the event loop. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash holds 19 MB and a processor; a flood of logins waits instead of eating the memory. */
const queue = pLimit(Math.min(4, availableParallelism()));

export const hashPassword = (password: string): Promise<string> => queue(() => hash(password, cost));

/** A hash of nothing anyone knows: an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/** @param stored undefined when there is no such account; then false, after the same work */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const expected = stored ?? (await decoy);
  const right = await queue(() => verify(expected, password));
  return right && stored !== undefined;
}
