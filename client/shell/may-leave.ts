import { confirm } from '../ui/confirm.ts';

/** Logout deletes the outbox, so ask when it is not empty. */
export async function mayLeave(userId: number): Promise<boolean> {
  const { removeAll, waitingFor } = await import('../shared/outbox.ts');
  const waiting = await waitingFor(userId);
  if (waiting.length === 0) return true;
  const sure = await confirm({
    title: 'Keluar sebelum semuanya terkirim?',
    message: `${waiting.length} kiriman (${waiting.map(({ title }) => title).join(', ')}) belum terkirim dan akan terhapus dari HP atau komputer ini.`,
    confirmLabel: 'Ya, keluar',
  });
  if (sure) await removeAll(userId);
  return sure;
}
