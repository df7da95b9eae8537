import type { Selectable } from 'kysely';
import type { Auditor } from '../../../contract/auditors.ts';
import { notificationTitles } from '../../../contract/events.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { tellEveryone } from '../notifications/tell-everyone.ts';
import { listAuditors } from './queries.ts';

/** Tells everybody that an account is no auditor any more; call it after the change or deletion that ended the mark. */
export async function dismissAuditor(
  tx: Tx,
  actor: Actor,
  { id, nama }: { id: number; nama: string },
  how: 'diubah' | 'dihapus',
): Promise<void> {
  await auditMark(tx, { id, nama, pengawas: 0 });
  const left = namesOf(await listAuditors(tx.db));
  const why = `karena akunnya ${how} oleh ${actor.nama}`;
  const pesan = `${nama} tidak lagi menjadi pengawas keuangan, ${why}. Pengawas sekarang: ${left}.`;
  await announceAuditors(tx, 'auditor-ended', pesan);
}

export const namesOf = (auditors: readonly Auditor[]) =>
  auditors.map(({ nama }) => nama).join(', ') || 'tidak ada';

type Mark = Pick<Selectable<Schema['users']>, 'id' | 'nama' | 'pengawas'>;

export async function auditMark(tx: Tx, { id, nama, pengawas }: Mark): Promise<void> {
  await tx.audit(pengawas ? 'auditor.named' : 'auditor.dismissed', 'users', id, {
    sebelum: { pengawas: 1 - pengawas },
    sesudah: { nama, pengawas },
  });
}

export async function announceAuditors(
  tx: Tx,
  title: 'auditors-named' | 'auditor-ended',
  pesan: string,
): Promise<void> {
  const judul = notificationTitles[title];
  await tellEveryone(tx, { jenis: 'announcement', judul, pesan, halaman: 'buku-kas' });
  tx.changed(['auditors', 'approvals']);
  tx.changed('settings'); // announcements
}
