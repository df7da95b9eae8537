/** Dues that the admin proposed to waive and the ketua approved: of an empty house, and from before the book. */
import { monthKey, type Period, shiftMonth } from '../../contract/format.ts';
import { type Approvable, inWords } from '../areas/approvals/rules.ts';
import { insertSignedProposal } from '../areas/closings/queries.ts';
import { changeHouse } from '../areas/residents/change-house.ts';
import { oldMonths, waiver } from '../areas/waivers/waive-months.ts';
import { startOfMonth } from '../clock.ts';
import type { Tx } from '../database/write.ts';
import type { Calendar } from './calendar.ts';
import type { Estate } from './estate.ts';
import type { Ids } from './store-estate.ts';
import { inNameOf, type Officers } from './treasurer.ts';

interface Decision extends Officers {
  calendar: Calendar;
  timeZone: string;
  /** Today in the estate's calendar. */
  tanggal: string;
}

/** One resident has not paid this month, the other one has lived here for long; neither is the demo account. */
export async function waiveDues(
  tx: Tx,
  { people, payments }: Estate,
  person: Ids['person'],
  decision: Decision,
): Promise<void> {
  const { months } = decision.calendar;
  const [first, thisMonth] = [months[0], months.at(-1)];
  if (!first || !thisMonth) return;
  const paid = payments.filter((one) => one.status !== 'ditolak' && monthKey(one) === monthKey(thisMonth));
  const payers = new Set(paid.map(({ payer }) => payer));
  const others = people.residents.slice(1).toReversed();
  const empty = others.find((one) => !payers.has(one));
  const old = others.find((one) => payers.has(one) && one.joined.getTime() < first.start);
  if (empty) await waiveEmptyHouse(tx, person(empty), thisMonth, decision);
  if (old) await settleOldMonths(tx, person(old), shiftMonth(first, -1), decision);
}

/** Months from this one on that the empty house does not pay. */
const emptyMonths = 6;

async function waiveEmptyHouse(tx: Tx, user_id: number, from: Period, decision: Decision): Promise<void> {
  await changeHouse(inNameOf(tx, decision.admin), user_id, { rumah: 'kosong' }, decision.timeZone);
  const bulan = Array.from({ length: emptyMonths }, (_, at) => monthKey(shiftMonth(from, at)));
  const { timeZone: zona } = decision;
  await decide(tx, waiver, { user_id, bulan, sebab: 'lain', keterangan: 'Rumah kosong', zona }, decision);
}

/** The house also owed three months before the opening balance, but not that month. */
async function settleOldMonths(tx: Tx, user_id: number, opened: Period, decision: Decision): Promise<void> {
  const { huruf_blok } = await tx.db
    .selectFrom('users')
    .select('huruf_blok')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const { timeZone: zona } = decision;
  const change = (ago: number, banyak: 1 | -1) => {
    const waktu = startOfMonth(shiftMonth(opened, -ago), zona);
    return { user_id, waktu, banyak, huruf_blok };
  };
  await tx.db
    .insertInto('debtor_changes')
    .values([change(3, 1), change(0, -1)])
    .execute();
  await decide(tx, oldMonths, { sebelum: monthKey(opened), user_id, zona }, decision);
}

async function decide<Request extends object>(
  tx: Tx,
  kind: Approvable<Request>,
  request: Request,
  { admin, ketua, tanggal }: Decision,
): Promise<void> {
  const isi = await kind.describe(tx.db, request);
  const id = await insertSignedProposal(tx, {
    jenis: kind.jenis,
    tentang: kind.about(request),
    permintaan: request,
    isi,
    diajukan_oleh: admin.id,
    diajukan_pada: tx.now,
    diputuskan_oleh: ketua.id,
    diputuskan_pada: tx.now,
  });
  const sesudah = { jenis: kind.jenis, isi: inWords(isi) };
  await inNameOf(tx, admin).audit('approval.proposed', 'approvals', id, { sesudah });
  const asKetua = inNameOf(tx, ketua);
  await kind.carryOut(asKetua, request, { by: admin.id, approvedBy: ketua.id, tanggal, persetujuan_id: id });
  await asKetua.audit('approval.granted', 'approvals', id, { sesudah: { isi: inWords(isi) } });
}
