import { formatDate, formatRupiah } from '../../../contract/format.ts';
import type { Statement, StatementLine } from '../../bank/parse-statement.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import { daysWithBalance, findNeighbour, listStored } from './import-queries.ts';

export type BookedLine = StatementLine & { tanggal: string };

const doesNotJoin = (message: string, baris?: number) =>
  new Refusal('statement_does_not_join', {
    message,
    errors: { berkas: message },
    ...(baris === undefined ? {} : { data: { baris } }),
  });

/**
 * Lines that are not stored yet: neither under their key, nor, from a file in another format of the bank, which words
 * them differently, with the same day, amount and balance. Call it with the lock of statements.
 * @throws Refusal 409 if a stored line of these days is missing in the file, a balance does not continue the stored ones,
 *   or a line without a balance is of days whose stored balances tie
 */
export async function newLines(db: Db, akun_id: number, statement: Statement): Promise<BookedLine[]> {
  const booked = statement.rows.filter((line): line is BookedLine => line.tanggal !== null);
  const stored = await listStored(db, akun_id, statement);
  const inFile = new Map(booked.map((line) => [line.kunci, line]));
  const known = new Set(stored.map(({ kunci }) => kunci));
  const others = booked.filter(({ kunci }) => !known.has(kunci));
  const inOtherWords = Map.groupBy(others, sameness);
  const found = new Set<BookedLine>();
  for (const line of stored) {
    const again = inFile.get(line.kunci) ?? inOtherWords.get(sameness(line))?.shift();
    const what = `${formatDate(line.tanggal)} sebesar ${formatRupiah(Math.abs(line.jumlah))} (${line.uraian})`;
    if (!again)
      throw doesNotJoin(
        `Mutasi ${what} sudah tersimpan, tetapi tidak ada di file ini. Unduh lagi dari bank; bila tetap hilang, tanyakan ke bank.`,
      );
    if (again.saldo !== null && line.saldo !== null && again.saldo !== line.saldo)
      throw doesNotJoin(
        `Baris ${again.baris}: saldo ${formatRupiah(again.saldo)} berbeda dengan yang tersimpan, ${formatRupiah(line.saldo)}.`,
        again.baris,
      );
    found.add(again);
  }
  const added = others.filter((line) => !found.has(line));
  if (statement.saldo_awal === null) await refuseBetweenBalances(db, akun_id, added);
  else await refuseGaps(db, akun_id, statement, booked);
  return added.filter(movesMoney);
}

/** Some banks list the opening balance as a line of nothing. */
export const movesMoney = ({ jumlah }: Pick<StatementLine, 'jumlah'>) => jumlah !== 0;

/** Lines of a day with the same amount and balance are several transfers: each is found once. Without a balance, none is. */
const sameness = ({
  tanggal,
  jumlah,
  saldo,
  kunci,
}: Pick<BookedLine, 'tanggal' | 'jumlah' | 'saldo' | 'kunci'>) =>
  saldo === null ? kunci : `${tanggal} ${jumlah} ${saldo}`;

async function refuseBetweenBalances(db: Db, akun_id: number, added: readonly BookedLine[]): Promise<void> {
  const days = await daysWithBalance(db, akun_id);
  const line = added.find(({ tanggal }) => days && tanggal > days.first && tanggal < days.last);
  if (!line) return;
  const what = `${formatDate(line.tanggal)} sebesar ${formatRupiah(Math.abs(line.jumlah))} (${line.uraian})`;
  throw doesNotJoin(
    `Baris ${line.baris}: mutasi ${what} tidak ada di antara saldo yang sudah tersimpan. Unduh file dengan saldo dari bank.`,
    line.baris,
  );
}

async function refuseGaps(db: Db, akun_id: number, statement: Statement, booked: readonly BookedLine[]) {
  const { dari, sampai, saldo_awal, saldo_akhir_terbuku } = statement;
  const before = await findNeighbour(db, akun_id, 'before', dari);
  if (before && !ties(before, before.saldo + before.lepas.jumlah, saldo_awal)) {
    const baris = booked[0]?.baris;
    throw doesNotJoin(
      `Baris ${baris}: saldo awal file ${formatRupiah(saldo_awal ?? 0)}, padahal saldo terakhir yang tersimpan (${formatDate(before.tanggal)}) ${formatRupiah(before.saldo)}${looseIn(before)}. Ada mutasi di antaranya yang belum diimpor${before.lepas.banyak > 0 ? ', atau yang tidak ada di bank' : ''}.`,
      baris,
    );
  }
  const after = await findNeighbour(db, akun_id, 'after', sampai);
  const expected = after && after.saldo - after.jumlah;
  if (after && expected !== undefined && !ties(after, expected - after.lepas.jumlah, saldo_akhir_terbuku)) {
    const baris = booked.at(-1)?.baris;
    throw doesNotJoin(
      `Baris ${baris}: saldo akhir file ${formatRupiah(saldo_akhir_terbuku ?? 0)}, padahal mutasi berikutnya yang tersimpan (${formatDate(after.tanggal)}) dimulai dari ${formatRupiah(expected)}${looseIn(after)}.`,
      baris,
    );
  }
}

type Neighbour = NonNullable<Awaited<ReturnType<typeof findNeighbour>>>;

/** Lines without a balance are rounded to rupiah each by itself. */
const ties = ({ lepas }: Neighbour, expected: number, saldo: number | null) =>
  Math.abs(expected - (saldo ?? 0)) <= lepas.banyak;

const looseIn = ({ lepas: { banyak, jumlah } }: Neighbour) =>
  banyak === 0 ? '' : ` dan ${banyak} mutasi tanpa saldo di antaranya berjumlah ${formatRupiah(jumlah)}`;
