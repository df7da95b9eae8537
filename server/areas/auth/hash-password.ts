/** argon2id hashes with OWASP's second recommended parameters, computed off the event loop. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes 19 MB and a CPU core: the queue bounds memory under a flood of sign-ins. */
const queue = pLimit(Math.min(4, availableParallelism()));

/** Keyboards may send the same character composed or decomposed. */
const normalize = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  queue(() => hash(normalize(password), cost));

/** Hash of a random value, verified for unknown accounts: response time must not reveal whether an account exists. */
let decoy: Promise<string> | undefined;

/** @param stored undefined if there is no such account; then false after the same work */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const expected = stored ?? (await decoy);
  const right = await queue(() => verify(expected, normalize(password)));
  return right && stored !== undefined;
}
