/** Bytes as text. Decoders are strict: exactly one text stands for the same bytes. */

export type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
export const toUtf8 = (text: string): Bytes => utf8.encode(text);

/** @returns undefined for bytes that are no UTF-8 */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const portion = 0x2000; // arguments that a call can take

/** Base 64 of RFC 4648, section 4. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += portion)
    binary += String.fromCharCode(...bytes.subarray(at, at + portion));
  return btoa(binary);
}

/** @returns undefined for spaces, missing padding, other alphabets, and unused bits that are not zero */
export function fromBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const isCanonical = text === '' || toBase64(bytes.subarray(-(bytes.length % 3 || 3))) === text.slice(-4);
  return isCanonical ? bytes : undefined;
}

/** Base 64 for addresses: RFC 4648, section 5, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export function fromBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base 32 of RFC 4648, section 6, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text;
}

export function fromBase32(text: string): Bytes | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let at = 0;
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    const five = letters.indexOf(letter);
    if (five < 0) return undefined;
    value = (value << 5) | five;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = value >> bits;
      at += 1;
      value &= (1 << bits) - 1;
    }
  }
  return toBase32(bytes) === text ? bytes : undefined;
}
