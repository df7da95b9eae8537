import { confirm } from '../ui/confirm.ts';

/** Signing out takes what waits in the outbox along: nobody else may find it on this device. */
export async function mayLeave(userId: number): Promise<boolean> {
  const { discardAll, waitingOf } = await import('../shared/outbox.ts');
  const waiting = await waitingOf(userId);
  if (waiting.length === 0) return true;
  const sure = await confirm({
    title: 'Keluar sebelum semuanya terkirim?',
    message: `${waiting.length} kiriman (${waiting.map(({ title }) => title).join(', ')}) belum terkirim dan akan terhapus dari HP atau komputer ini.`,
    confirmLabel: 'Ya, keluar',
  });
  if (sure) await discardAll(userId);
  return sure;
}
