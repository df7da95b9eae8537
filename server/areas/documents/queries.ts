import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { categoriesIn, EstateDocument, type listDocuments as endpoint } from '../../../contract/documents.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import { lockRow } from '../../database/lock-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import { matchesWords } from '../../database/search.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('documents');

function documents(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.admin_id')
    .select([...columnsOf('documents', EstateDocument, ['admin_nama']), 'users.nama as admin_nama'])
    .where('documents.dihapus_pada', 'is', null);
}

type DocumentFilter = Omit<z.output<typeof endpoint.query>, keyof PageRequest>;

export function listDocuments(db: Db, filter: DocumentFilter, request: PageRequest) {
  const { kategori, kelompok, q } = filter;
  const found = documents(db)
    .where(matchesWords(db, { text: ['documents.judul', 'documents.deskripsi'] }, q))
    .$if(kategori !== undefined, (query) => query.where('documents.kategori', '=', kategori ?? 'Umum'))
    .$if(kelompok !== undefined, (query) =>
      query.where('documents.kategori', 'in', categoriesIn(kelompok ?? 'other')),
    );
  return readPage(found, order, request);
}

export async function countByCategory(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('documents')
    .select(['kategori', (eb) => eb.fn.countAll<number>().as('banyak')])
    .where('dihapus_pada', 'is', null)
    .groupBy('kategori')
    .execute();
  return new Map(rows.map(({ kategori, banyak }) => [kategori, banyak]));
}

export function findDocument(db: Db, id: number): Promise<EstateDocument | undefined> {
  return documents(db).where('documents.id', '=', id).executeTakeFirst();
}

export async function lockDocument(tx: Tx, id: number): Promise<EstateDocument | undefined> {
  await lockRow(tx, 'documents', id);
  return await findDocument(tx.db, id);
}

export type NewDocument = Omit<
  Selectable<Schema['documents']>,
  'id' | 'tanggal_upload' | 'dihapus_pada' | 'dihapus_oleh'
>;

export const insertDocument = (tx: Tx, document: NewDocument) =>
  insertRow(tx, 'documents', { ...document, tanggal_upload: tx.now });

export async function updateDocument(
  tx: Tx,
  id: number,
  changes: Pick<NewDocument, 'judul' | 'kategori'> & { deskripsi?: string | null },
): Promise<void> {
  await tx.db.updateTable('documents').set(changes).where('id', '=', id).execute();
}

export async function findFileName(db: Db, nama_file: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('documents')
    .select('nama_asli')
    .where('nama_file', '=', nama_file)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return row?.nama_asli;
}
