import { type Approval, approvalLabels } from '../../../contract/approvals.ts';
import { notificationTitles } from '../../../contract/events.ts';
import { dateIn } from '../../../contract/format.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Tx } from '../../database/write.ts';
import { found } from '../../http/refusal.ts';
import { listAsked } from './find-obstacle.ts';
import { presentProposal } from './present-proposal.ts';
import * as queries from './queries.ts';
import { type Approvable, fingerprint, inWords } from './rules.ts';

/**
 * Asks a second person. In an estate where nobody else may decide, it is carried out at once, and the proposal says that
 * it was decided alone.
 * @throws Refusal 409 if the same is proposed already, or what `describe` throws
 */
export async function proposeChange<Request extends object>(
  tx: Tx,
  actor: Pick<Actor, 'id' | 'nama'>,
  approvable: Approvable<Request>,
  request: Request,
  timeZone: string,
): Promise<{ nomor: number | null; persetujuan: Approval }> {
  const { jenis } = approvable;
  await approvable.lock?.(tx, request);
  const isi = await approvable.describe(tx.db, request);
  const id = await queries.insertProposal(tx, {
    jenis,
    tentang: approvable.about(request),
    permintaan: JSON.stringify(request),
    isi: JSON.stringify(isi),
    sidik: '',
    diajukan_oleh: actor.id,
    diajukan_pada: tx.now,
  });
  await tx.audit('approval.proposed', 'approvals', id, { sesudah: { jenis, isi: inWords(isi) } });
  tx.changed(['approvals', 'dashboard']);
  const others = await queries.listOthersWhoMay(tx.db, 'approvals.decide', actor.id);
  let nomor: number | null = null;
  if (others.length === 0) {
    const sidik = fingerprint(jenis, id, isi);
    const alone = {
      keputusan: 'setuju',
      by: actor.id,
      alasan: null,
      isi: JSON.stringify(isi),
      sidik,
    } as const;
    await queries.decide(tx, id, alone);
    const tanggal = dateIn(timeZone, new Date(tx.now));
    nomor = await approvable.carryOut(tx, request, { by: actor.id, tanggal, persetujuan_id: id });
  }
  const refuse = (decider: number) => Promise.resolve(approvable.refuseDecider?.(tx, request, decider));
  const question = { by: actor.id, others, refuse, verb: 'memutuskan', now: tx.now, timeZone } as const;
  for (const { id: user_id, halangan } of await listAsked(tx.db, question))
    await tx.notify({
      user_id,
      jenis: 'approval',
      judul: notificationTitles[halangan ? 'approval-hindered' : 'approval-needed'],
      pesan: `${actor.nama} mengajukan: ${approvalLabels[jenis]}. ${halangan ?? 'Periksa isinya sebelum menyetujui.'}`,
      halaman: 'buku-kas',
      tentang: id,
    });
  return { nomor, persetujuan: await presentProposal(tx.db, found(await queries.findProposal(tx.db, id))) };
}
