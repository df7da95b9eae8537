/** How a typed identifier is read: an e-mail, or a phone number in any usual spelling (decisions §4). */
import { isIPv6 } from 'node:net';
import { normalizePhone, phonePattern } from '../../../contract/people.ts';

export type Identifier = { email: string } | { no_hp: string };

export function readIdentifier(typed: string): Identifier {
  const no_hp = normalizePhone(typed);
  return phonePattern.test(no_hp) ? { no_hp } : { email: typed.trim().toLowerCase() };
}

/** IPv6 hands every household 2^64 addresses; limits count the household, not the address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** A device as its owner would call it, from the User-Agent: `Chrome di Android`. */
export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (list: typeof systems) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  return browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'Perangkat lain');
}
