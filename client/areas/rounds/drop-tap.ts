import { formatRupiah } from '../../../contract/format.ts';
import { remove } from '../../shared/outbox.ts';
import { confirm } from '../../ui/confirm.ts';

/** Forgets cash that was refused, after a question: nothing else tells of it. */
export async function dropTap(
  key: string,
  jumlah: number,
  went: 'dikembalikan' | 'diserahkan',
): Promise<void> {
  const sure = await confirm({
    title: `${formatRupiah(jumlah)} sudah ${went}?`,
    message: 'Catatannya dihapus dari HP atau komputer ini, dan tidak ada di buku kas.',
    confirmLabel: `Ya, sudah ${went}`,
    danger: false,
  });
  if (sure) await remove(key);
}
