/** Receipts: their signatures, and the months, entries and sum that were signed against the payments and the book. */
import { isDeepStrictEqual } from 'node:util';
import { amountOf } from '../../../contract/amount-of.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { parseReceipt, verifyReceipt } from '../../../contract/receipt.ts';
import { parseNote, parseVerifierKey, type VerifierKey } from '../../../contract/signed-note.ts';
import { listVerifierKeys } from '../../areas/log/list-verifier-keys.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { verifyByNode } from './check-log.ts';
import { type Ids, ranges } from './queries.ts';
import { type Pace, type Violation, violationsOf } from './violation.ts';

/** Some 10 ms of signatures, after which others are served. */
const receiptsAtOnce = 50;

export async function* checkReceipts(db: Db, pace: Pace): AsyncGenerator<Violation> {
  const { last } = await db
    .selectFrom('kuitansi')
    .select((eb) => eb.fn.max('nomor').as('last'))
    .executeTakeFirstOrThrow();
  const named = await Promise.all((await listVerifierKeys(db)).map(parseVerifierKey));
  const keys = named.filter((key) => key !== undefined);
  for (const numbers of ranges(last ?? 0, receiptsAtOnce))
    yield* await pace(() => wrongReceipts(db, numbers, keys));
}

async function wrongReceipts(db: Db, numbers: Ids, keys: readonly VerifierKey[]): Promise<Violation[]> {
  const { from, to } = numbers;
  const receipts = await db
    .selectFrom('kuitansi')
    .select(['nomor', 'payment_id', 'entri', 'catatan'])
    .where((eb) => eb.between('nomor', from, to))
    .orderBy('nomor')
    .execute();
  const months = Map.groupBy(await listMonths(db, numbers), ({ kuitansi }) => kuitansi);
  const violations: Violation[] = [];
  for (const receipt of receipts) {
    const says = faultOf(receipt, months.get(receipt.nomor) ?? []) ?? (await forgery(receipt, keys));
    if (says) violations.push(altered('kuitansi', receipt.nomor, says));
  }
  return violations;
}

const altered = violationsOf('altered');

async function forgery({ catatan }: Issued, keys: readonly VerifierKey[]): Promise<string | undefined> {
  const verdict = await verifyReceipt(catatan, keys, verifyByNode);
  if (verdict.valid) return undefined;
  return verdict.reason === 'unknown_key'
    ? 'tidak ditandatangani kunci perumahan ini'
    : 'isinya bukan lagi yang ditandatangani';
}

/** In the order of the book, which is that of the months. `dibukukan`: of which payment the entry is. */
const listMonths = (db: Db, { from, to }: Ids) =>
  db
    .selectFrom('kuitansi_bulan')
    .innerJoin('payments', 'payments.id', 'kuitansi_bulan.payment_id')
    .innerJoin('kas_entri', 'kas_entri.nomor', 'kuitansi_bulan.entri')
    .select(['kuitansi', 'kuitansi_bulan.payment_id', 'entri', 'tahun', 'bulan', 'kas_entri.jumlah'])
    .select('kas_entri.payment_id as dibukukan')
    .where((eb) => eb.between('kuitansi', from, to))
    .orderBy('entri')
    .execute();

type Month = Awaited<ReturnType<typeof listMonths>>[number];
type Issued = Omit<Schema['kuitansi'], 'dibuat'>;

/** @returns in Indonesian; undefined if nothing is wrong */
function faultOf({ nomor, payment_id, entri, catatan }: Issued, months: readonly Month[]) {
  const signed = parseReceipt(parseNote(catatan)?.text ?? '');
  if (signed?.nomor !== nomor) return 'isinya bukan kuitansi dengan nomor ini';
  const paid = months.map(({ tahun, bulan }) => ({ tahun, bulan }));
  if (!isDeepStrictEqual(signed.untuk, paid))
    return `menyebut iuran ${formatMonths(signed.untuk)}, tetapi pembayarannya untuk ${formatMonths(paid) || 'tidak satu bulan pun'}`;
  const [first] = months;
  const isBooked = months.every((month) => month.dibukukan === month.payment_id);
  const entries = months.map((month) => month.entri);
  if (!isBooked || !isDeepStrictEqual(signed.entri, entries))
    return 'menyebut nomor buku kas yang bukan milik pembayarannya';
  if (first?.payment_id !== payment_id || first.entri !== entri)
    return 'pembayaran pertamanya bukan yang tercatat pada bulan-bulannya';
  const sum = amountOf(months);
  return signed.jumlah === sum ? undefined : 'menyebut jumlah yang bukan jumlah di buku kas';
}
