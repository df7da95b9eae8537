/**
 * What the screens ask the API for, by role: recorded from a browser by `npm run bench -- record`, asked again of other
 * estates by `npm run bench -- scale`. Placeholders stand for what differs between estates: `{year-1}`, `{post}`, …
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Period } from '../contract/format.ts';
import { type Role, roles } from '../contract/people.ts';
import { endpoints } from '../server/areas.ts';

/** `GET /api/aduan?limit=50&q={name}` of each role, sorted. */
export type ScreenRequests = Record<Role, string[]>;

const file = join(import.meta.dirname, 'screen-requests.json');

export const readScreenRequests = () => JSON.parse(readFileSync(file, 'utf8')) as ScreenRequests;

export function writeScreenRequests(requests: Record<Role, Iterable<string>>): void {
  const sorted = roles.map((role) => [role, [...requests[role]].toSorted()]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** What people search for. */
export type Word = 'name' | 'fullName' | 'house' | 'phone' | 'text' | 'nothing';

export interface Facts {
  userId: number;
  present: Period;
  words: Record<Word, string>;
}

/** The record that an `:id` of a path names. */
const records: readonly [path: string, placeholder: string][] = [
  ['/api/posts/', '{post}'],
  ['/api/aduan/', '{complaint}'],
  ['/api/kuitansi/', '{payment}'],
];

/** @throws Error when the contract has no such call */
export function templateOf(method: string, url: URL, facts: Facts): string {
  const endpoint = endpoints.find(
    (each) => each.method === method && patternOf(each.path).test(url.pathname),
  );
  if (!endpoint) throw new Error(`no endpoint is ${method} ${url.pathname}`);
  const values = patternOf(endpoint.path).exec(url.pathname)?.groups ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    pathPlaceholder(endpoint.path, name, Number(values[name]), facts),
  );
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${queryPlaceholder(name, value, facts)}`)
    .toSorted();
  return `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>\\d+)')}$`);

function pathPlaceholder(path: string, name: string, value: number, { present }: Facts): string {
  if (name === 'year') return yearPlaceholder(value, present);
  if (name === 'month') return value === present.bulan ? '{month}' : String(value);
  if (name === 'userId') return '{self}';
  const record = records.find(([begin]) => path.startsWith(begin));
  if (!record) throw new Error(`nothing stands for :${name} of ${path}`);
  return record[1];
}

function yearPlaceholder(year: number, { tahun }: Period): string {
  const offset = year - tahun;
  return offset === 0 ? '{year}' : `{year${offset > 0 ? '+' : ''}${offset}}`;
}

function queryPlaceholder(name: string, value: string, { userId, present, words }: Facts): string {
  if (name === 'cursor') return '{next}';
  if (name === 'user_id') return Number(value) === userId ? '{self}' : '{officer}';
  if (name === 'q') {
    const word = (Object.keys(words) as Word[]).find((key) => words[key] === value);
    if (!word) throw new Error(`'${value}' was not meant to be searched for`);
    return `{${word}}`;
  }
  const date = /^(\d{4})-(\d{2})(-\d{2})?$/.exec(value);
  if (!date) return value;
  const month = Number(date[2]) === present.bulan ? '{MM}' : date[2];
  return `${yearPlaceholder(Number(date[1]), present)}-${month}${date[3] ?? ''}`;
}

export interface Estate extends Facts {
  post: number;
  complaint: number;
  /** Confirmed, of the warga who asks. */
  payment: number;
  officer: number;
}

/** The path and query to ask of an estate; `{next}` stays, since only the answer before it knows the cursor. */
export function addressIn(
  template: string,
  { userId, present, words, post, complaint, payment, officer }: Estate,
) {
  const values: Record<string, string | number> = {
    ...words,
    month: present.bulan,
    MM: String(present.bulan).padStart(2, '0'),
    self: userId,
    post,
    complaint,
    payment,
    officer,
    next: '{next}',
  };
  return template.replace(/^GET /, '').replace(/\{(\w+?)([+-]\d+)?\}/g, (_, name: string, offset = '0') => {
    const value = name === 'year' ? present.tahun + Number(offset) : values[name];
    if (value === undefined) throw new Error(`nothing is known to take the place of {${name}}`);
    return name === 'next' ? String(value) : encodeURIComponent(value);
  });
}
