import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { monthKey } from '../../contract/format.ts';
import { type Bill, type CodedBill, type Match, matchCredits } from './match-credits.ts';
import { indexPeople, mentionsOf } from './mentions.ts';
import { parseStatement } from './parse-statement.ts';

const folder = new URL('../testing/banks/', import.meta.url);
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;

interface Resident {
  id: string;
  name: string;
  blok: string;
  bills: (Bill & { kode: number | null })[];
}
interface Wanted {
  index: number;
  houses?: string[];
  months?: string[];
  rule?: string;
  none?: boolean;
  why?: string;
  candidates?: string[];
}

const rules: Record<string, string> = { code: 'kode', reference: 'rumah', name: 'nama' };
const reasons: Record<string, string> = {
  ambiguous: 'beberapa',
  double: 'ganda',
  interest: 'bunga',
  qris: 'qris',
  unknown: 'tidak_dikenal',
};

const residents = read<Resident[]>('residents.json');
const numberOf = (house: string) => Number(house.slice(1));
const people = residents.map(({ id, name, blok }) => ({ id: numberOf(id), nama: name, blok }));
const bills = new Map(residents.map(({ id, bills: open }) => [numberOf(id), open]));

/** Each bill alone, or with all older ones, with its code. */
const coded = residents.flatMap(({ id, bills: open }) =>
  open.flatMap((bill, at) => (at === 0 ? [[bill]] : [[bill], open.slice(0, at + 1)]).flatMap(codedBill(id))),
);

function codedBill(id: string) {
  return (paid: Resident['bills']): CodedBill[] => {
    const kode = paid.at(-1)?.kode;
    if (!kode) return [];
    const [first, ...others] = paid.map(({ tahun, bulan, jumlah }) => ({ tahun, bulan, jumlah }));
    const months = first ? [{ ...first, jumlah: first.jumlah + kode }, ...others] : [];
    const jumlah = months.reduce((sum, month) => sum + month.jumlah, 0);
    return [{ akun_id: 1, user_id: numberOf(id), jumlah, sejak: '2026-09-01', sampai: null, bills: months }];
  };
}

const said = (match: Match | undefined) =>
  match?.rule === null
    ? { why: match.why, candidates: match.candidates.toSorted((a, b) => a - b) }
    : {
        rule: match?.rule,
        houses: match?.tagihan.map(({ user_id }) => user_id).toSorted((a, b) => a - b),
        months: [...new Set(match?.tagihan.flatMap(({ bills: paid }) => paid.map(monthKey)))].toSorted(),
      };

test('the proposals for a whole statement are those that its author expects, and none where none is expected', async () => {
  const statement = await parseStatement(readFileSync(new URL('bca-a.csv', folder)), { today: '2026-11-01' });
  if ('error' in statement) throw new Error(statement.error);
  const index = indexPeople(people);
  const credits = statement.rows.filter(({ jumlah }) => jumlah > 0);
  const matches = matchCredits(
    credits.map((line) => ({
      ...line,
      tanggal: line.tanggal ?? '',
      akun_id: 1,
      referensi: '',
      mentions: mentionsOf(line.uraian, index),
    })),
    bills,
    { coded },
  );
  const found = credits.map((line, at) => [statement.rows.indexOf(line), said(matches[at])]);
  const wanted = read<Wanted[]>('matches.json').map(({ index: at, ...one }) => [
    at,
    one.none
      ? { why: reasons[one.why ?? ''], candidates: (one.candidates ?? []).map(numberOf) }
      : { rule: rules[one.rule ?? ''], houses: (one.houses ?? []).map(numberOf), months: one.months },
  ]);
  expect(found).toEqual(wanted);
});

const month = (bulan: number, more: Partial<Bill> = {}): Bill => ({
  tahun: 2026,
  bulan,
  jumlah: 150_000,
  ...more,
});

function matchText(
  uraian: string,
  jumlah: number,
  open: Bill[],
  learned: { nama: string; user_id: number }[] = [],
  announced: Parameters<typeof matchCredits>[2] = {},
) {
  const index = indexPeople([{ id: 1, nama: 'Ayu Gunadharma', blok: 'A1-1' }], learned);
  return said(
    matchCredits(
      [
        {
          akun_id: 1,
          tanggal: '2026-10-10',
          jumlah,
          uraian,
          referensi: '',
          mentions: mentionsOf(uraian, index),
        },
      ],
      new Map([[1, open]]),
      announced,
    )[0],
  );
}

test('months that the text names go before older ones', () => {
  const open = [month(8), month(9), month(10)];
  expect(matchText('IURAN OKT AYU GUNADHARMA', 150_000, open)).toMatchObject({ months: ['2026-10'] });
  expect(matchText('IURAN AYU GUNADHARMA', 150_000, open)).toMatchObject({ months: ['2026-08'] });
});

test('the months of a waiting slip go before older ones', () => {
  const open = [month(8), month(9, { menunggu: true }), month(10, { menunggu: true })];
  expect(matchText('AYU GUNADHARMA', 300_000, open)).toMatchObject({ months: ['2026-09', '2026-10'] });
});

test('a name that goes on is that of somebody else', () => {
  expect(matchText('TRSF AYU GUNADHARMAWAN', 150_000, [month(8)])).toMatchObject({ why: 'tidak_dikenal' });
});

test('another amount than is due is no proposal', () => {
  expect(matchText('AYU GUNADHARMA', 149_000, [month(8)])).toEqual({ why: 'jumlah', candidates: [1] });
});

test('a learned payer is known by name, one of two accounts is not', () => {
  const learned = [{ nama: 'HENDRIKUS BOLENG', user_id: 1 }];
  const text = 'TRSF E-BANKING CR 2410/FTSCY/WS26659 IURAN OKT HENDRIKUS BOLENG';
  expect(matchText(text, 150_000, [month(10)])).toMatchObject({ why: 'tidak_dikenal' });
  expect(matchText(text, 150_000, [month(10)], learned)).toMatchObject({ rule: 'dikenal', houses: [1] });
  const two = [...learned, { nama: 'HENDRIKUS BOLENG', user_id: 2 }];
  expect(matchText(text, 150_000, [month(10)], two)).toMatchObject({ why: 'beberapa' });
});

test('an amount that was the code of two bills on that day, of which neither is paid, is no proposal', () => {
  const day = '2026-10-10'; // the only one of these bills
  const bill = { akun_id: 1, jumlah: 150_250, sejak: day, sampai: day };
  const of = (user_id: number, bulan: number) => ({ ...bill, user_id, bills: [month(bulan)] });
  const match = (...coded: CodedBill[]) =>
    matchText('SETORAN', 150_250, [month(9), month(10)], [], { coded });
  expect(match(of(1, 9))).toMatchObject({ rule: 'kode', months: ['2026-09'] });
  expect(match(of(1, 9), of(1, 10))).toEqual({ why: 'beberapa', candidates: [1] });
});

test('a settlement of QRIS and interest prove no slip of a payer whom their text names', () => {
  const slip = { akun_id: 1, user_id: 1, hari: '2026-10-10', bills: [month(9)] };
  const match = (text: string) => matchText(text, 150_000, [], [], { confirmed: [slip] });
  expect(match('TRSF AYU GUNADHARMA')).toMatchObject({ rule: 'bukti', months: ['2026-09'] });
  expect(match('QRIS MID:885 AYU GUNADHARMA')).toEqual({ why: 'qris', candidates: [] });
  expect(match('BUNGA AYU GUNADHARMA')).toEqual({ why: 'bunga', candidates: [] });
});
