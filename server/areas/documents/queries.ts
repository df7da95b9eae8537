/** SQL about documents. */
import type { DocumentCategory, EstateDocument } from '../../../contract/documents.ts';
import { hold } from '../../platform/db/hold.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { everything, findTexts, selectFound } from '../../platform/db/search.ts';
import type { Tx } from '../../platform/db/write.ts';

const order = newestFirst<{ id: number }>('documents');

function documents(db: Db, found = everything) {
  return selectFound(db, 'documents', found)
    .innerJoin('users', 'users.id', 'documents.admin_id')
    .select([
      'documents.id',
      'documents.judul',
      'documents.deskripsi',
      'documents.kategori',
      'documents.nama_file',
      'documents.nama_asli',
      'documents.tipe_file',
      'documents.ukuran_file',
      'users.nama as admin_nama',
      'documents.tanggal_upload',
    ])
    .$castTo<EstateDocument>()
    .where('documents.dihapus_pada', 'is', null);
}

export interface DocumentFilter {
  kategori?: DocumentCategory | undefined;
  q?: string | undefined;
}

export async function listDocuments(db: Db, { kategori, q }: DocumentFilter, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const found = await findTexts(db, 'documents', { q, columns: ['judul', 'deskripsi'] });
  const rows = await documents(db, found)
    .$if(kategori !== undefined, (query) => query.where('documents.kategori', '=', kategori ?? ''))
    .where(behind)
    .orderBy('documents.id', 'desc')
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}

export async function countByCategory(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('document_sums').select(['kategori', 'banyak']).execute();
  return new Map(rows.map(({ kategori, banyak }) => [kategori, banyak]));
}

export function findDocument(db: Db, id: number): Promise<EstateDocument | undefined> {
  return documents(db).where('documents.id', '=', id).executeTakeFirst();
}

/** As it is when nobody else can change it any more: they wait until this write is done. */
export async function claimDocument(tx: Tx, id: number): Promise<EstateDocument | undefined> {
  await hold(tx, 'documents', id);
  return await findDocument(tx.db, id);
}

export interface NewDocument {
  judul: string;
  deskripsi: string | null;
  kategori: DocumentCategory;
  nama_file: string;
  nama_asli: string;
  tipe_file: string;
  ukuran_file: number;
  admin_id: number;
}

export async function insertDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { id } = await tx.db
    .insertInto('documents')
    .values({ ...document, tanggal_upload: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The file itself is never replaced, by design. */
export async function updateDocument(
  tx: Tx,
  id: number,
  changes: Pick<NewDocument, 'judul' | 'kategori'> & { deskripsi?: string | null },
): Promise<void> {
  await tx.db.updateTable('documents').set(changes).where('id', '=', id).execute();
}

/** The name a download of this file gets. */
export async function findFileName(db: Db, nama_file: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('documents')
    .select('nama_asli')
    .where('nama_file', '=', nama_file)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return row?.nama_asli;
}
