/** The commonest passwords, refused for staff (decisions §4). */
import { readFileSync } from 'node:fs';

const list = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

export function isCommonPassword(password: string): boolean {
  return list.has(password.toLowerCase());
}
