import { normalizePhone, phonePattern } from '../../../contract/people.ts';

export type Identifier = { email: string } | { no_hp: string };

export function readIdentifier(typed: string): Identifier {
  const no_hp = normalizePhone(typed);
  return phonePattern.test(no_hp) ? { no_hp } : { email: typed.trim().toLowerCase() };
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

export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (list: typeof systems) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  return browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'HP atau komputer lain');
}
