import type { NotificationKind } from '../../../contract/events.ts';
import { type Action, can } from '../../../contract/policy.ts';
import { kindsFor, mutableKinds } from '../../../contract/push.ts';
import type { CurrentNews } from './queries.ts';

/** What a reader must be allowed to do on the page that news of a proposal or hand-over leads to. */
const needed: Readonly<Record<string, Action>> = {
  'buku-kas': 'approvals.read',
  setoran: 'handovers.accept',
  keliling: 'rounds.collect',
};

/** Whether news still concerns its reader, who may have lost a role since it was written. */
export function mayHear({ jenis, halaman, peran, pengawas }: CurrentNews): boolean {
  const isOneOf = (kinds: readonly NotificationKind[]) => kinds.includes(jenis);
  if (isOneOf(mutableKinds)) return isOneOf(kindsFor(peran));
  if (jenis === 'storage-scarce' || jenis === 'backup-late') return peran === 'ketua';
  const action = jenis === 'approval' && needed[halaman ?? ''];
  return !action || can({ jenis: peran, pengawas: pengawas === 1 }, action);
}
