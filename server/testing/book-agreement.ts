/** Compares the sums of all screens and exports that show the money in the book. */

import { isDeepStrictEqual } from 'node:util';
import { amountOf } from '../../contract/amount-of.ts';
import {
  exportCashBook,
  getBalance,
  getTotalIncome,
  getYearBalance,
  listCashBook,
  openingKind,
} from '../../contract/cash-book.ts';
import { listClosings } from '../../contract/closings.ts';
import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../../contract/dashboard.ts';
import { exportExpenses, listYearExpenses, sumYearExpenses } from '../../contract/expenses.ts';
import { monthIn, monthKey, monthName } from '../../contract/format.ts';
import { exportJournal, type JournalEntry, listEntries } from '../../contract/journal.ts';
import { getLpj, type LpjSection } from '../../contract/lpj.ts';
import { listFunds, listMoneyAccounts, listPlaceBalances } from '../../contract/places.ts';
import { getMonthlyFigures } from '../../contract/reports.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { readWorkbook } from './spreadsheets.ts';

/** Notes what differs. */
export type Same = (what: string, shown: unknown, expected: unknown) => void;

export function noting(): { same: Same; differences: string[] } {
  const differences: string[] = [];
  const same: Same = (what, shown, expected) => {
    if (isDeepStrictEqual(shown, expected)) return;
    differences.push(`${what}: ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`);
  };
  return { same, differences };
}

const zone = 'Asia/Jakarta';
export const sumOf = <K extends string>(rows: readonly { [F in K]: number | null }[], field: K): number =>
  rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);

export interface Readers {
  ketua: Person;
  admin: Person;
  koordinator: Person;
  warga: Person;
}

export async function compareBook(app: TestApp, readers: Readers, same: Same): Promise<void> {
  const { admin } = readers;
  const now = monthIn(zone, app.clock.now);
  const entries = await allEntries(admin);
  await compareBalances(app, readers, { same, entries });
  const years = new Set([...entries.map(({ tanggal }) => Number(tanggal.slice(0, 4))), now.tahun]);
  const first = entries.at(-1)?.tanggal.slice(0, 7) ?? monthKey(now);
  for (const tahun of years) {
    const lastMonth = tahun === now.tahun ? now.bulan : 12;
    const { bulanan, saldoAwal } = await yearOf(admin, tahun);
    await compareYear(app, readers, { same, tahun, entries });
    await compareExpenses(admin, { same, tahun, entries });
    const atEnd = (bulan: number) => bulanan.findLast((month) => month.bulan <= bulan)?.saldo ?? saldoAwal;
    const sums = new Map<number, Sums>();
    for (const months of [1, 3, 6, 12])
      for (let last = months; last - months < lastMonth; last += months) {
        const span = {
          dari: monthKey({ tahun, bulan: last - months + 1 }),
          sampai: monthKey({ tahun, bulan: last }),
        };
        if (months < 12 && monthKey({ tahun, bulan: last + 1 }) < first) continue;
        const own = await reportOf(admin, span, same);
        const name = `LPJ ${span.dari} ${span.sampai}`;
        // In the year in which the book begins, its first opening balances count from January on.
        const isBegun = entries.some(({ tanggal }) => tanggal.slice(0, 7) <= span.sampai);
        same(`${name} akhir`, own.akhir, isBegun ? atEnd(last) : 0);
        if (months === 1) sums.set(last, own);
        const parts = Array.from({ length: months }, (_, at) => sums.get(last - at) ?? nothing);
        same(`${name} masuk`, own.masuk, sumOf(parts, 'masuk'));
        same(`${name} keluar`, own.keluar, sumOf(parts, 'keluar'));
      }
    for (const [bulan, { masuk, keluar, akhir }] of sums) {
      const { data } = (await admin.call(getMonthlyFigures, { query: { bulan: monthKey({ tahun, bulan }) } }))
        .body;
      same(`laporan-singkat ${data.bulan}`, [data.masuk, data.keluar, data.saldo], [masuk, keluar, akhir]);
    }
  }
  await compareClosings(admin, same);
}

const yearOf = async (reader: Person, tahun: number) =>
  (await reader.call(getYearBalance, { params: { year: tahun } })).body.data;

export async function allEntries(reader: Person): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await reader.call(listEntries, { query: { cursor } });
    all.push(...body.data);
    if (body.nextCursor === null) return all;
    cursor = body.nextCursor;
  }
}

export const kindOf = ({ jenis, membatalkan }: JournalEntry, entries: readonly JournalEntry[]) =>
  entries.find(({ nomor }) => nomor === membatalkan)?.jenis ?? jenis;

async function compareBalances(
  { url }: TestApp,
  { ketua, admin, koordinator, warga }: Readers,
  { same, entries }: { same: Same; entries: readonly JournalEntry[] },
) {
  const balance = (await admin.call(getBalance)).body.data;
  const { saldo, totalPemasukan } = balance;
  same('saldo', saldo, amountOf(entries));
  same('saldo beside the newest entry', entries[0]?.saldo ?? 0, saldo);
  same('saldo of its parts', balance.saldoAwal + totalPemasukan - balance.totalPengeluaran, saldo);
  const opened = entries.filter((entry) => kindOf(entry, entries) === openingKind);
  same('saldoAwal', balance.saldoAwal, amountOf(opened));
  for (const reader of [ketua, koordinator, warga])
    same(`saldo for ${reader.jenis}`, (await reader.call(getBalance)).body.data, balance);
  const accounts = (await admin.call(listMoneyAccounts)).body.data;
  const funds = (await admin.call(listFunds)).body.data;
  same('kas/akun', sumOf(accounts, 'saldo'), saldo);
  same('dana', sumOf(funds, 'saldo'), saldo);
  same('kas/saldo', sumOf((await admin.call(listPlaceBalances)).body.data, 'saldo'), saldo);
  for (const { id, saldo: own } of accounts) {
    const [newest] = (await admin.call(listEntries, { query: { akun: id } })).body.data;
    same(`kas/entri of account ${id}`, newest?.saldo ?? 0, own);
  }
  const headers = { authorization: `Bearer ${admin.token}` };
  const journal = await (await fetch(`${url}${exportJournal.path}`, { headers })).text();
  for (const { id, saldo: own } of accounts) {
    const postings = [...journal.matchAll(new RegExp(`^ {4}aset:${id} .*  (-?\\d+) IDR$`, 'gm'))];
    same(
      `jurnal of account ${id}`,
      postings.reduce((sum, [, amount]) => sum + Number(amount), 0),
      own,
    );
  }
  const incomes = {
    ketua: (await ketua.call(ketuaDashboard)).body.data.totalIncome,
    admin: (await admin.call(adminDashboard)).body.data.totalIncome,
    koordinator: (await koordinator.call(koordinatorDashboard)).body.data.totalPemasukan,
    warga: (await warga.call(wargaDashboard)).body.data.totalIncome,
    total: (await warga.call(getTotalIncome)).body.data.totalIncome,
  };
  for (const [who, income] of Object.entries(incomes)) same(`income for ${who}`, income, totalPemasukan);
  const block = (await koordinator.call(koordinatorDashboard)).body.data;
  same('koordinator', [block.saldo, block.totalPengeluaran], [saldo, balance.totalPengeluaran]);
}

interface YearOfBook {
  same: Same;
  tahun: number;
  entries: readonly JournalEntry[];
}

/** The cash book of a year: list, balance by month, and export. */
async function compareYear(
  { url }: TestApp,
  { ketua, admin, koordinator, warga }: Readers,
  { same, tahun, entries }: YearOfBook,
) {
  const params = { year: tahun };
  const { saldoAwal, bulanan } = await yearOf(admin, tahun);
  const end = bulanan.at(-1)?.saldo ?? saldoAwal;
  const before = entries.filter(({ tanggal }) => tanggal < `${tahun}`);
  const first = entries.at(-1)?.tanggal.slice(0, 7) ?? '';
  const opened = entries.filter(
    (entry) =>
      `${tahun}` === first.slice(0, 4) &&
      entry.tanggal.startsWith(first) &&
      kindOf(entry, entries) === openingKind,
  );
  same(`buku-kas ${tahun} saldoAwal`, saldoAwal, amountOf(before) + amountOf(opened));
  same(`buku-kas ${tahun} end`, end, amountOf(entries.filter(({ tanggal }) => tanggal < `${tahun + 1}`)));
  const { data } = (await admin.call(listCashBook, { params })).body;
  const pairs = (await admin.call(listCashBook, { params, query: { pembatalan: '1' } })).body.data;
  const rows = (await admin.call(exportCashBook, { params })).body.data;
  for (let bulan = 1; bulan <= 12; bulan += 1) {
    const month = bulanan[bulan - 1];
    const own = [month?.pemasukan ?? 0, month?.pengeluaran ?? 0];
    const isIn = ({ tanggal }: { tanggal: string }) => tanggal.startsWith(monthKey({ tahun, bulan }));
    for (const [name, list] of Object.entries({ data, pairs })) {
      const of = (type: string) => amountOf(list.filter((row) => row.type === type && isIn(row)));
      same(`buku-kas ${tahun}-${bulan} ${name}`, [of('pemasukan'), of('pengeluaran')], own);
    }
    const exported = rows.filter(isIn);
    same(
      `buku-kas export ${tahun}-${bulan}`,
      [sumOf(exported, 'pemasukan'), sumOf(exported, 'pengeluaran')],
      own,
    );
    same(
      `buku-kas export ${tahun}-${bulan} month`,
      exported.filter((row) => row.bulan !== monthName(bulan)),
      [],
    );
  }
  same(`buku-kas export ${tahun} rows`, rows.length, data.length);
  const headers = { authorization: `Bearer ${admin.token}` };
  const file = await fetch(`${url}/api/buku-kas/export/${tahun}?format=xlsx`, { headers });
  const cells = (await readWorkbook(Buffer.from(await file.arrayBuffer()))).rows;
  same(`buku-kas XLSX ${tahun} opening`, cells[1]?.[6], saldoAwal);
  same(`buku-kas XLSX ${tahun} end`, cells.at(-1)?.[6], end);
  for (const reader of [ketua, koordinator, warga]) {
    same(`buku-kas ${tahun} for ${reader.jenis}`, await yearOf(reader, tahun), await yearOf(admin, tahun));
    const shown = (await reader.call(listCashBook, { params })).body.data;
    const plain = (all: typeof data) => all.map(({ nomor, jumlah, judul }) => [nomor, jumlah, judul]);
    same(`buku-kas ${tahun} rows for ${reader.jenis}`, plain(shown), plain(data));
  }
}

interface Sums {
  awal: number;
  masuk: number;
  keluar: number;
  akhir: number;
}
const nothing: Sums = { awal: 0, masuk: 0, keluar: 0, akhir: 0 };

/** The sums of an LPJ, whose sections must add up. */
async function reportOf(reader: Person, span: { dari: string; sampai: string }, same: Same): Promise<Sums> {
  const { data } = (await reader.call(getLpj, { query: span })).body;
  const name = `LPJ ${span.dari} ${span.sampai}`;
  const of = (section: LpjSection) => data.filter(({ bagian }) => bagian === section);
  const total = (section: LpjSection) => of(section).find((row) => row.total)?.jumlah ?? Number.NaN;
  const [awal, masuk, keluar, akhir] = [
    total('awal'),
    total('pemasukan'),
    total('pengeluaran'),
    total('akhir'),
  ];
  same(`${name} adds up`, awal + masuk - keluar, akhir);
  for (const section of ['pemasukan', 'pengeluaran'] as const) {
    const parts = of(section).filter((row) => !row.total);
    same(`${name} ${section}`, sumOf(parts, 'jumlah'), total(section));
  }
  for (const section of ['rekening', 'dana'] as const)
    if (of(section).length > 0) same(`${name} ${section}`, sumOf(of(section), 'jumlah'), akhir);
  return { awal, masuk, keluar, akhir };
}

async function compareClosings(reader: Person, same: Same): Promise<void> {
  const { data, berikutnya } = (await reader.call(listClosings)).body;
  for (const { bulan, ringkasan } of [...data, ...(berikutnya ? [berikutnya] : [])]) {
    const { awal, masuk, keluar, akhir } = await reportOf(reader, { dari: bulan, sampai: bulan }, same);
    const { saldo_awal, pemasukan, pengeluaran, saldo_akhir, akun, dana } = ringkasan;
    same(
      `tutup-buku ${bulan}`,
      [saldo_awal, pemasukan, pengeluaran, saldo_akhir],
      [awal, masuk, keluar, akhir],
    );
    same(`tutup-buku ${bulan} accounts`, sumOf(akun, 'saldo'), akhir);
    same(`tutup-buku ${bulan} funds`, sumOf(dana, 'saldo'), akhir);
  }
}

async function compareExpenses(reader: Person, { same, tahun, entries }: YearOfBook): Promise<void> {
  const params = { year: tahun };
  const list = (await reader.call(listYearExpenses, { params })).body;
  const { total, kategori } = (await reader.call(sumYearExpenses, { params })).body.data;
  const rows = (await reader.call(exportExpenses, { params })).body.data;
  same(`pengeluaran ${tahun}`, amountOf(list.data), list.total);
  const spent = entries.filter(
    (entry) => entry.tanggal.startsWith(`${tahun}`) && kindOf(entry, entries) === 'pengeluaran',
  );
  same(`pengeluaran ${tahun} in the book`, amountOf(spent), 0 - list.total);
  same(`pengeluaran ${tahun} sum`, total, list.total);
  same(`pengeluaran ${tahun} categories`, amountOf(kategori), list.total);
  same(
    `pengeluaran ${tahun} export`,
    rows.map((row) => row.jumlah),
    list.data.map((row) => row.jumlah),
  );
}
