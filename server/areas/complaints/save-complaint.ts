import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { Complaint, changeComplaint as endpoint } from '../../../contract/complaints.ts';
import { notificationTitles } from '../../../contract/events.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { definedFields } from '../../database/defined-fields.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { tellKetua } from '../notifications/tell-ketua.ts';
import { readSettings } from '../settings/queries.ts';
import * as queries from './queries.ts';
import { complaintTopics, deletedMessage, tellComplainant } from './tell-complainant.ts';

type Fields = Pick<queries.NewComplaint, 'judul' | 'kategori' | 'deskripsi'>;

export async function createComplaint(
  { files, write }: Context,
  actor: Author,
  scope: Scope,
  fields: Fields,
  photo: Upload | undefined,
) {
  const stored = photo ? [await files.storeImage(photo, 'complaint')] : [];
  return await write(
    actor,
    async (tx) => {
      const { complaintMenuEnabled } = await readSettings(tx.db);
      if (!complaintMenuEnabled) throw new Refusal('complaints_disabled');
      const id = await queries.insertComplaint(tx, {
        user_id: actor.id,
        ...fields,
        foto: stored[0]?.nama ?? null,
      });
      await tellKetua(tx, actor, {
        jenis: 'new-aduan',
        judul: notificationTitles['new-aduan'],
        pesan: `${actor.nama} mengirim aduan "${fields.judul}".`,
        halaman: 'aduan-warga',
        tentang: id,
      });
      const complaint = found(await queries.findComplaint(tx.db, scope, id));
      complaintTopics(tx, complaint);
      return complaint;
    },
    stored,
  );
}

type Change = z.output<typeof endpoint.body> & { id: number; photo: Upload | undefined };

export async function changeComplaint(
  { files, write }: Context,
  actor: Author,
  scope: Scope,
  { id, photo, hapus_foto, ...changes }: Change,
) {
  const stored = photo ? [await files.storeImage(photo, 'complaint')] : [];
  return await write(
    actor,
    async (tx) => {
      const before = found(await queries.lockComplaint(tx, scope, id));
      await queries.updateComplaint(tx, id, {
        ...definedFields(changes),
        ...(stored[0] || hapus_foto === '1' ? { foto: stored[0]?.nama ?? null } : {}),
      });
      const after = found(await queries.findComplaint(tx.db, scope, id));
      if (isDeepStrictEqual(before, after)) return after;
      await tx.audit('complaint.changed', 'complaints', id, {
        sebelum: recordOf(before),
        sesudah: recordOf(after),
      });
      complaintTopics(tx, after);
      return after;
    },
    stored,
  );
}

export async function deleteComplaint(
  { write }: Context,
  actor: Author,
  scope: Scope,
  id: number,
): Promise<void> {
  await write(actor, async (tx) => {
    const before = found(await queries.lockComplaint(tx, scope, id));
    await markDeleted(tx, 'complaints', id, actor.id);
    await tx.audit('complaint.deleted', 'complaints', id, { sebelum: recordOf(before) });
    await tellComplainant(tx, actor, before, deletedMessage(actor, before));
    complaintTopics(tx, before);
  });
}

/** Without who answered: the row is the complainant's, and their answer has one of its own. */
const recordOf = ({ nama_admin: _, ...complaint }: Complaint) => complaint;
