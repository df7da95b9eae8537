import { hash } from 'node:crypto';

/**
 * What audit rows keep of a password hash, so that an exchanged one is noticed. It can be used to guess nothing: the hash
 * holds 16 random bytes of its own, and the leaf has only a salted commitment to this value.
 */
export const fingerprintOfPassword = (password_hash: string): string =>
  hash('sha256', password_hash, 'base64url');
