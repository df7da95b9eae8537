/** Who is meant by the text of a bank line. */
import { monthNumber } from './dates.ts';

export interface Mentionable {
  id: number;
  nama: string;
  blok: string | null;
}

export interface PeopleIndex {
  byHouse: ReadonlyMap<string, readonly number[]>;
  /** By the first word of the name. */
  byWord: ReadonlyMap<string, readonly { id: number; whole: string; cut: string }[]>;
  /** Accounts by the name of who paid for them before. */
  learned: ReadonlyMap<string, readonly number[]>;
}

export interface Mentions {
  /** Of a house with several accounts, the one that the text names. */
  houses: number[];
  /** All accounts of houses of which it names none, or several. */
  shared: number[];
  learned: number[];
  named: number[];
  /** Months of the year (1–12) by their names. */
  months: number[];
}

/** Banks cut names at this length. */
const longestName = 18;
const shortestName = 4;

const wordsIn = (text: string) => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const normalized = (text: string) => wordsIn(text).join(' ');

const notNames = new Set(
  `ADM ASIA ATM BANK BANKING BAYAR BI BIAYA BIFAST BLN BLOK BULAN BYR CABANG CENTRAL CN CR DARI DB E EBANKING FAST
  FTSCY FTFVA INHOUSETRF INW IPL IURAN KE KLIRING KR LAIN M MBANKING MCM NO OTOMATIS OUT PEMBAYARAN PEMINDAHAN RT
  RTGS RUMAH RW SETOR SETORAN TANGGAL TELLER TGL TRANSFER TRF TRSF TUNAI UANG UNTUK VIA WARGA`.split(/\s+/),
);

const mayBeName = (word: string) =>
  !/\d/.test(word) && !notNames.has(word) && monthNumber(word) === undefined;

export function indexPeople(
  people: readonly Mentionable[],
  learned: readonly { nama: string; user_id: number }[] = [],
): PeopleIndex {
  const byHouse = new Map<string, number[]>();
  const byWord = new Map<string, { id: number; whole: string; cut: string }[]>();
  for (const { id, nama, blok } of people) {
    const house = blok?.toUpperCase();
    if (house) byHouse.set(house, [...(byHouse.get(house) ?? []), id]);
    const whole = normalized(nama);
    const [first] = whole.split(' ');
    if (!first || whole.length < shortestName) continue;
    const cut = normalized(nama.slice(0, longestName));
    if (!wordsIn(cut).some(mayBeName)) continue; // else "Juni" would be meant by every transfer for June
    byWord.set(first, [...(byWord.get(first) ?? []), { id, whole, cut }]);
  }
  const byName = new Map<string, number[]>();
  for (const { nama, user_id } of learned) byName.set(nama, [...(byName.get(nama) ?? []), user_id]);
  return { byHouse, byWord, learned: byName };
}

/** `A1-1`, but not in `A1-10` or `WA1-1`. */
const house = /(?<![\p{L}\p{N}-])\p{L}\d{1,4}(?:-\d{1,4})?(?![\p{L}\p{N}-])/gu;

export function mentionsOf(uraian: string, { byHouse, byWord, learned }: PeopleIndex): Mentions {
  const words = wordsIn(uraian);
  const named = new Set<number>();
  for (const [at, word] of words.entries()) {
    const similar = byWord.get(word);
    if (!similar) continue;
    const rest = words.slice(at).join(' ');
    const begins = (name: string) => rest === name || rest.startsWith(`${name} `);
    for (const { id, whole, cut } of similar) if (begins(whole) || begins(cut)) named.add(id);
  }
  const [houses, shared] = [new Set<number>(), new Set<number>()];
  for (const [found] of uraian.toUpperCase().matchAll(house)) {
    const accounts = byHouse.get(found) ?? [];
    const meant = accounts.length === 1 ? accounts : accounts.filter((id) => named.has(id));
    const [only, ...others] = meant;
    if (only !== undefined && others.length === 0) houses.add(only);
    else for (const id of accounts) shared.add(id);
  }
  return {
    houses: [...houses],
    shared: [...shared],
    learned: [...(learned.get(payerIn(uraian) ?? '') ?? [])],
    named: [...named],
    months: words.flatMap((word) => monthNumber(word) ?? []),
  };
}

/** What is left of a text without the bank's words, months, houses and numbers: who paid. */
export function payerIn(uraian: string): string | null {
  const left = wordsIn(uraian.toUpperCase().replace(house, ' ')).filter(mayBeName);
  const nama = left.join(' ').slice(0, 100);
  return nama.length < shortestName ? null : nama;
}
