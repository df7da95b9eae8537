import { amountOf } from '../../../contract/amount-of.ts';
import { dateIn, monthIn } from '../../../contract/format.ts';
import { parseReceipt } from '../../../contract/receipt.ts';
import { getReceipt, type IssuedReceipt } from '../../../contract/receipts.ts';
import { parseNote } from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { ownDues } from '../payments/owed-queries.ts';
import { issueReceipt } from './issue-receipt.ts';
import { type FoundReceipt, findReceipt, listMonthsOf } from './queries.ts';

export function routes(context: Context) {
  return [
    route(getReceipt, async ({ actor, scope, params: { payment_id } }) => {
      const known = found(await findReceipt(context.db, scope, payment_id));
      const receipt = known.catatan ? known : await issueReceipt(context, actor, scope, payment_id);
      const months = await listMonthsOf(context.db, receipt.kuitansi ?? 0);
      return { data: { ...present(receipt, months), tunggakan: await arrearsOf(context, receipt.user_id) } };
    }),
  ];
}

async function arrearsOf(
  { clock, config, db }: Context,
  user_id: number,
): Promise<IssuedReceipt['tunggakan']> {
  const { timeZone } = config;
  const { tunggakan } = await ownDues(db, user_id, monthIn(timeZone, clock()), timeZone);
  return { bulan: tunggakan.length, jumlah: amountOf(tunggakan), per: dateIn(timeZone, clock()) };
}

/** What stands in the note, not what stands in the tables today. */
function present(
  { catatan, metode }: FoundReceipt,
  months: readonly FoundReceipt[],
): Omit<IssuedReceipt, 'tunggakan'> {
  const receipt = parseReceipt(parseNote(catatan ?? '')?.text ?? '');
  const [untuk] = receipt?.untuk ?? [];
  const [entri] = receipt?.entri ?? [];
  if (!receipt || catatan === null || !untuk || entri === undefined) throw new Refusal('not_found');
  const reversals = new Map(months.map((month) => [month.entri, reversalOf(month)]));
  const rincian = receipt.untuk.map((month, at) => {
    const number = receipt.entri[at] ?? 0;
    return { ...month, entri: number, dibatalkan: reversals.get(number) ?? null };
  });
  const reversed = rincian.flatMap(({ dibatalkan }) => dibatalkan ?? []);
  const dibatalkan =
    reversed.length < rincian.length ? null : (reversed.toSorted((a, b) => a.nomor - b.nomor).at(-1) ?? null);
  return { ...receipt, untuk, entri, catatan, metode, rincian, dibatalkan };
}

const reversalOf = ({ batal_nomor, batal_tanggal }: FoundReceipt) =>
  batal_nomor === null || batal_tanggal === null ? null : { nomor: batal_nomor, tanggal: batal_tanggal };
