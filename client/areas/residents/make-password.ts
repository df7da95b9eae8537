/** 32 characters that nobody mistakes for another one, on paper or aloud. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random password that is easy to type on a phone, e.g. `k7mp-x4qe`: 40 bits. */
export function makePassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const text = [...random].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
