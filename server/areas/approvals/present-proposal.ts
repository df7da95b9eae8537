import {
  type Approval,
  type ApprovalKind,
  impossible,
  type ListedApproval,
} from '../../../contract/approvals.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import type { Moment } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { openingBalance } from '../book/open-balance.ts';
import { reversal } from '../book/reverse-entry.ts';
import { closingVersion } from '../closings/amend-closing.ts';
import { closing } from '../closings/close-month.ts';
import { spending } from '../expenses/spend-money.ts';
import { ending, oldMonths, waiver } from '../waivers/waive-months.ts';
import { findObstacle } from './find-obstacle.ts';
import { listOthersWhoMay, type Proposal } from './queries.ts';
import { type Approvable, fingerprint } from './rules.ts';

/** Requests come from the table, where each kind has written its own. */
export const kinds: Record<ApprovalKind, Approvable<never>> = {
  pembatalan: reversal,
  saldo_awal: openingBalance,
  tutup_buku: closing,
  tutup_buku_versi: closingVersion,
  pengeluaran: spending,
  pembebasan: waiver,
  pembebasan_akhir: ending,
  sistem_lama: oldMonths,
};

/** Refuses a person whom the proposal concerns, as its kind does. */
export const refuserOf =
  ({ jenis, permintaan }: Pick<Proposal, 'jenis' | 'permintaan'>, at: Moment) =>
  async (decider: number): Promise<void> =>
    await kinds[jenis].refuseDecider?.(at, JSON.parse(permintaan) as never, decider);

/** An open proposal is described anew; a decided one stays as it was read. */
export async function presentProposal(db: Db, proposal: Proposal): Promise<Approval> {
  const { permintaan, tentang: _, isi: kept, diputuskan_oleh, ...rest } = proposal;
  const proposed = JSON.parse(kept) as Record<string, string>;
  const isi = proposal.keputusan === null ? await describe(db, proposal, proposed) : proposed;
  return {
    ...rest,
    isi: Object.entries(isi).map(([label, nilai]) => ({ label, nilai })),
    sidik: proposal.keputusan === null ? fingerprint(proposal.jenis, proposal.id, isi) : proposal.sidik,
    foto:
      proposal.keputusan === null
        ? ((await kinds[proposal.jenis].photo?.(db, JSON.parse(permintaan) as never)) ?? null)
        : null,
    sendiri: diputuskan_oleh === proposal.diajukan_oleh,
  };
}

/** With why the reader cannot decide it. */
export async function presentTo(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  reader: number,
  proposal: Proposal,
): Promise<ListedApproval> {
  const { diajukan_oleh: by, keputusan } = proposal;
  const shown = await presentProposal(db, proposal);
  if (keputusan !== null) return { ...shown, halangan: null };
  const now = clock().toISOString();
  const others = await listOthersWhoMay(db, 'approvals.decide', by);
  const refuse = refuserOf(proposal, { db, now });
  const question = { reader, by, others, refuse, verb: 'memutuskan', now } as const;
  return { ...shown, halangan: await findObstacle(db, { ...question, timeZone: config.timeZone }) };
}

async function describe(
  db: Db,
  { jenis, permintaan }: Proposal,
  proposed: Record<string, string>,
): Promise<Record<string, string>> {
  try {
    return await kinds[jenis].describe(db, JSON.parse(permintaan) as never);
  } catch (error) {
    if (error instanceof Refusal) return { [impossible]: error.message, ...proposed };
    throw error;
  }
}
