import type * as z from 'zod/mini';
import * as contract from '../../../contract/approvals.ts';
import { notificationTitles } from '../../../contract/events.ts';
import { dateIn } from '../../../contract/format.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { kinds, presentProposal, presentTo, refuserOf } from './present-proposal.ts';
import * as queries from './queries.ts';
import { inWords } from './rules.ts';

export function routes(context: Context) {
  const { db } = context;
  return [
    route(contract.listApprovals, async ({ actor, query }) => {
      const isOpen = query.status && query.status === 'menunggu';
      const { data, nextCursor } = await queries.listProposals(db, isOpen, query);
      const shown: contract.ListedApproval[] = [];
      for (const proposal of data) {
        shown.push(await presentTo(context, actor.id, proposal));
      }
      return { data: shown, nextCursor };
    }),
    route(contract.decideApproval, async ({ actor, params, body }) => {
      const data = await decide(context, actor, params.id, body);
      const refused = data.sendiri ? successes.approvalWithdrawn : successes.approvalRefused;
      return { data, message: body.keputusan === 'setuju' ? successes.approvalGranted : refused };
    }),
  ];
}

type Vote = z.output<typeof contract.decideApproval.body>;

/**
 * The proposer can only withdraw.
 * @throws Refusal 403 for approving an own proposal, one of an account that is not another person, or what concerns the
 *   actor; 409 with the proposal if it was decided or has changed since it was shown
 */
async function decide(
  { write, config }: Context,
  actor: Author,
  id: number,
  vote: Vote,
): Promise<contract.Approval> {
  return await write(actor, async (tx) => {
    const asked = found(await queries.findProposal(tx.db, id));
    const request = JSON.parse(asked.permintaan) as never;
    await kinds[asked.jenis].lock?.(tx, request);
    const proposal = found(await queries.findProposal(tx.db, id)); // may have been decided before the lock was free
    const isOwn = proposal.diajukan_oleh === actor.id;
    if (isOwn && vote.keputusan === 'setuju') throw new Refusal('own_proposal');
    const { jenis, diajukan_oleh: by } = proposal;
    if (!isOwn && (await queries.areOnePerson(tx.db, actor.id, by, tx.now))) throw new Refusal('same_person');
    if (!isOwn) await refuserOf(proposal, tx)(actor.id);
    const current = await presentProposal(tx.db, proposal);
    const isi = Object.fromEntries(current.isi.map(({ label, nilai }) => [label, nilai]));
    const { keputusan, sidik, alasan } = vote;
    const decided = {
      keputusan,
      by: actor.id,
      alasan: alasan || null,
      isi: JSON.stringify(isi),
      sidik,
    };
    if (!(await queries.decide(tx, id, decided))) {
      const data = await presentProposal(tx.db, found(await queries.findProposal(tx.db, id)));
      throw new Refusal('approval_decided', { data });
    }
    if (sidik !== current.sidik) throw new Refusal('approval_changed', { data: current });
    if (keputusan === 'tolak') await kinds[jenis].refuse?.(tx, request, actor.id);
    else {
      const tanggal = dateIn(config.timeZone, new Date(tx.now));
      await kinds[jenis].describe(tx.db, request); // refuses what is no longer possible
      await kinds[jenis].carryOut(tx, request, { by, approvedBy: actor.id, tanggal, persetujuan_id: id });
    }
    await tx.audit(
      isOwn ? 'approval.withdrawn' : keputusan === 'setuju' ? 'approval.granted' : 'approval.refused',
      'approvals',
      id,
      { sesudah: { isi: inWords(isi), sidik, alasan: decided.alasan } },
    );
    if (!isOwn) await tellProposer(tx, proposal, actor, vote);
    tx.changed(['approvals', 'dashboard']);
    return await presentProposal(tx.db, found(await queries.findProposal(tx.db, id)));
  });
}

async function tellProposer(tx: Tx, { jenis, diajukan_oleh }: queries.Proposal, actor: Author, vote: Vote) {
  const granted = vote.keputusan === 'setuju';
  const pesan = `${contract.approvalLabels[jenis]} ${granted ? 'disetujui' : 'ditolak'} oleh ${actor.nama}.`;
  await tx.notify({
    user_id: diajukan_oleh,
    jenis: 'approval',
    judul: notificationTitles[granted ? 'approval-granted' : 'approval-refused'],
    pesan: vote.alasan ? `${pesan} Alasan: ${vote.alasan}` : pesan,
    halaman: 'buku-kas',
  });
}
