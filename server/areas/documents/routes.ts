import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import * as contract from '../../../contract/documents.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { pickFields } from '../../database/defined-fields.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';
import { downloadName } from './rules.ts';

export function routes(context: Context) {
  const { db } = context;
  return [
    route(contract.listDocuments, async ({ query }) => queries.listDocuments(db, query, query)),
    route(contract.countDocuments, async () => {
      const counts = await queries.countByCategory(db);
      return {
        data: contract.documentCategories.map((kategori) => ({
          kategori,
          jumlah: counts.get(kategori) ?? 0,
        })),
      };
    }),
    route(contract.uploadDocument, async ({ actor, body, files }) => {
      if (body.hanya_pdf === '1' && files.file.mime !== 'application/pdf') throw new Refusal('not_a_pdf');
      return await uploadDocument(context, actor, body, files.file);
    }),
    route(contract.changeDocument, async ({ actor, params, body }) => ({
      data: await changeDocument(context, actor, params.id, pickFields(body, body.hanya)),
      message: successes.documentUpdated,
    })),
    route(contract.deleteDocument, async ({ actor, params }) => deleteDocument(context, actor, params.id)),
  ];
}

type Metadata = z.output<typeof contract.uploadDocument.body>;

async function uploadDocument({ files, write }: Context, actor: Author, body: Metadata, file: Upload) {
  const stored = await files.storeDocument(file, 'document');
  return await write(
    actor,
    async (tx) => {
      const id = await queries.insertDocument(tx, {
        judul: body.judul,
        deskripsi: body.deskripsi || null,
        kategori: body.kategori ?? 'Umum',
        nama_file: stored.nama,
        nama_asli: downloadName(file.filename, stored.nama),
        tipe_file: stored.tipe_file,
        ukuran_file: stored.ukuran_file,
        admin_id: actor.id,
      });
      const document = found(await queries.findDocument(tx.db, id));
      await tx.audit('document.uploaded', 'documents', id, { sesudah: document });
      tx.changed('documents');
      return document;
    },
    [stored],
  );
}

async function changeDocument({ write }: Context, actor: Author, id: number, body: Partial<Metadata>) {
  return await write(actor, async (tx) => {
    const before = found(await queries.lockDocument(tx, id));
    const { judul = before.judul, kategori = before.kategori, deskripsi } = body;
    await queries.updateDocument(tx, id, {
      judul,
      kategori,
      ...(deskripsi === undefined ? {} : { deskripsi: deskripsi || null }),
    });
    const after = found(await queries.findDocument(tx.db, id));
    if (isDeepStrictEqual(before, after)) return after;
    await tx.audit('document.changed', 'documents', id, { sebelum: before, sesudah: after });
    tx.changed('documents');
    return after;
  });
}

async function deleteDocument({ write }: Context, actor: Author, id: number) {
  await write(actor, async (tx) => {
    const before = found(await queries.lockDocument(tx, id));
    await markDeleted(tx, 'documents', id, actor.id);
    await tx.audit('document.deleted', 'documents', id, { sebelum: before });
    tx.changed('documents');
  });
  return { message: successes.documentDeleted };
}

export const documentRule: AssetRule = async (db, _actor, nama) => {
  const filename = await queries.findFileName(db, nama);
  return filename === undefined ? null : { filename };
};
