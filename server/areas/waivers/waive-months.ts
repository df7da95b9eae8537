import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { amountOf } from '../../../contract/amount-of.ts';
import {
  dateIn,
  formatMonth,
  formatRupiah,
  monthKey,
  monthOf,
  shiftMonth,
} from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import {
  endingKind,
  type endWaiver,
  oldMonthsKind,
  type WaiverReason,
  waiverReasonLabels,
} from '../../../contract/waivers.ts';
import type { Db } from '../../database/open.ts';
import type { Moment, Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { firstDayOfBook } from '../closings/queries.ts';
import { refuseBarred } from '../payments/barred-payers.ts';
import { unpaidMonths } from '../payments/owed-queries.ts';
import { findLiveOwn } from '../payments/queries.ts';
import { findPayer } from '../rates/queries.ts';
import * as queries from './queries.ts';

interface WaiverRequest {
  user_id: number;
  /** `YYYY-MM`, oldest first. */
  bulan: readonly string[];
  sebab: WaiverReason;
  keterangan: string | null;
  zona: string;
}

/** @param request `user_id` null for all accounts */
async function lock(tx: Tx, { user_id }: { user_id: number | null }): Promise<void> {
  await tx.dialect.serialize(tx.db, 'settings'); // what months cost
  await tx.dialect.serialize(tx.db, 'waivers');
  await queries.lockHouses(tx, user_id);
}

/** What the months cost by now: the rate may change before the decision. @throws Refusal 409 for one that is not open */
async function costsOf(db: Db, { user_id, bulan, zona }: WaiverRequest) {
  const [unpaid = []] = await unpaidMonths(db, [user_id], monthOf(bulan.at(-1) ?? ''), zona);
  const open = new Map(unpaid.map((month) => [monthKey(month), month]));
  return bulan.map((key) => {
    const month = open.get(key);
    if (!month)
      throw new Refusal('not_waivable', {
        message: `Iuran ${formatMonth(monthOf(key))} tidak ditagih, sudah dibayar, atau menunggu konfirmasi.`,
      });
    return month;
  });
}

async function describePayer(db: Db, user_id: number) {
  const { nama, blok } = found(await findPayer(db, user_id));
  return { Rumah: blok ?? 'tanpa rumah', Nama: nama };
}

async function refuseOwn(
  at: Moment,
  { user_id }: { user_id: number | null },
  decider: number,
): Promise<void> {
  if (user_id === null) return;
  if (decider === user_id) throw new Refusal('own_waiver');
  await refuseBarred(at, decider, user_id);
}

async function granted(tx: Tx, { jenis }: { jenis: string }, id: number, rows: readonly queries.NewWaiver[]) {
  await queries.insertWaivers(tx, rows);
  await tx.audit('waiver.granted', 'waivers', id, { sesudah: { jenis, ...queries.toldOf(rows) } });
  duesTopics(tx);
}

function duesTopics(tx: Tx): void {
  tx.changed(['payments', 'residents', 'reports', 'rounds', 'dashboard']);
}

/** A payer need not pay some months that nobody has paid. */
export const waiver: Approvable<WaiverRequest> = {
  jenis: 'pembebasan',
  about: ({ user_id }) => String(user_id),
  lock,
  refuseDecider: refuseOwn,
  describe: async (db, request) => {
    const { user_id, bulan, sebab, keterangan } = request;
    const months = bulan.map(monthOf);
    const payer = await describePayer(db, user_id);
    const paid = await findLiveOwn(db, user_id, months);
    if (paid)
      throw new Refusal('not_waivable', {
        message: `Iuran ${formatMonth(paid)} sudah dibayar atau menunggu konfirmasi.`,
      });
    const waived = await queries.listWaived(db, user_id, months);
    if (waived.length > 0)
      throw new Refusal('not_waivable', { message: `Iuran ${formatMonths(waived)} sudah dibebaskan.` });
    return {
      ...payer,
      Bulan: formatMonths(months),
      Jumlah: formatRupiah(amountOf(await costsOf(db, request))),
      Alasan: [waiverReasonLabels[sebab], keterangan].filter(Boolean).join(': '),
    };
  },
  carryOut: async (tx, request, options) => {
    const { user_id, sebab } = request;
    const persetujuan_id = found(options.persetujuan_id);
    const shared = { user_id, jenis: 'dibebaskan', sebab, tanggal: options.tanggal, persetujuan_id } as const;
    const costs = await costsOf(tx.db, request);
    const rows = costs.map(({ tahun, bulan, jumlah }) => ({ ...shared, tahun, bulan, jumlah }));
    await granted(tx, waiver, persetujuan_id, rows);
    return null;
  },
};

type EndRequest = z.output<typeof endWaiver.body>;

/** Waived months are owed again. */
export const ending: Approvable<EndRequest> = {
  jenis: endingKind,
  about: ({ user_id }) => String(user_id),
  lock,
  refuseDecider: refuseOwn,
  describe: async (db, { user_id, bulan, keterangan }) => {
    const months = bulan.map(monthOf);
    const payer = await describePayer(db, user_id);
    const waived = await queries.listWaived(db, user_id, months);
    if (waived.length < months.length) throw new Refusal('not_waived');
    return {
      ...payer,
      'Bulan ditagih lagi': formatMonths(months),
      Jumlah: formatRupiah(amountOf(waived)),
      Alasan: keterangan,
    };
  },
  carryOut: async (tx, request, options) => {
    const persetujuan_id = found(options.persetujuan_id);
    const rows = await queries.endWaivers(tx, request.user_id, request.bulan.map(monthOf), persetujuan_id);
    await tx.audit('waiver.ended', 'waivers', persetujuan_id, {
      sesudah: { jenis: endingKind, ...queries.toldOf(rows) },
    });
    duesTopics(tx);
    return null;
  },
};

export interface OldMonths {
  /** Overdue months before this one. */
  sebelum: string;
  /** Null for all accounts. */
  user_id: number | null;
  zona: string;
}

const firstMonthOfBook = async (db: Db) => (await firstDayOfBook(db))?.slice(0, 'YYYY-MM'.length);

/** The latest month that may be named: nothing was booked before it but what was reversed, and it is over. */
export async function latestOldMonth(db: Db, now: Date, timeZone: string): Promise<string> {
  return (await firstMonthOfBook(db)) ?? dateIn(timeZone, now).slice(0, 'YYYY-MM'.length);
}

/** What is overdue before the month, of some accounts at a time. */
async function* oldMonthsOf(db: Db, { sebelum, user_id, zona }: OldMonths) {
  const last = shiftMonth(monthOf(sebelum), -1);
  for await (const ids of portions(db, user_id)) {
    const overdue = await unpaidMonths(db, ids, last, zona);
    yield ids.map((id, at) => ({ user_id: id, months: overdue[at] ?? [] }));
  }
}

export async function sumOldMonths(db: Db, request: OldMonths) {
  const sum = { rumah: 0, bulan: 0, jumlah: 0 };
  for await (const accounts of oldMonthsOf(db, request))
    for (const { months } of accounts) {
      if (months.length > 0) sum.rumah += 1;
      sum.bulan += months.length;
      sum.jumlah += amountOf(months);
    }
  return sum;
}

/** Everything overdue before a month was settled elsewhere. One decision for all houses at the beginning. */
export const oldMonths: Approvable<OldMonths> = {
  jenis: oldMonthsKind,
  about: ({ user_id }) => String(user_id ?? 'semua'),
  lock,
  refuseDecider: refuseOwn,
  describe: async (db, request) => {
    const first = await firstMonthOfBook(db);
    if (first && request.sebelum > first) throw new Refusal('booked_before');
    const { rumah, bulan, jumlah } = await sumOldMonths(db, request);
    if (rumah === 0) throw new Refusal('nothing_old');
    const payer =
      request.user_id === null ? { Rumah: `${rumah} rumah` } : await describePayer(db, request.user_id);
    return {
      ...payer,
      Bulan: `${bulan} bulan sebelum ${formatMonth(monthOf(request.sebelum))}`,
      Jumlah: formatRupiah(jumlah),
      Alasan: 'Lunas di sistem lama, tanpa uang yang masuk ke buku kas',
    };
  },
  carryOut: async (tx, request, options) => {
    const persetujuan_id = found(options.persetujuan_id);
    const shared = { jenis: oldMonthsKind, sebab: null, tanggal: options.tanggal, persetujuan_id } as const;
    const rows: queries.NewWaiver[] = [];
    for await (const accounts of oldMonthsOf(tx.db, request))
      for (const { user_id, months } of accounts)
        rows.push(...months.map((month) => ({ ...shared, user_id, ...month })));
    await granted(tx, oldMonths, persetujuan_id, rows);
    return null;
  },
};

/** Ids of active accounts, some at a time; others are served in between. */
async function* portions(db: Db, only: number | null): AsyncGenerator<number[]> {
  const size = 1_000;
  for (let after = 0; ; ) {
    const ids = (await queries.listIds(db, after, size, only)).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < size) return;
    after = ids.at(-1) ?? after;
    await setImmediate();
  }
}
