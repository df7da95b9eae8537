/** SQL about complaints. Comments have no scope check: callers must first find the complaint within their scope. */
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  Complaint,
  type ComplaintComment,
  type ComplaintStatus,
  complaintStatuses,
  type listComplaints as endpoint,
  type StatusCounts,
} from '../../../contract/complaints.ts';
import type { Scope } from '../../../contract/policy.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import { lockRow } from '../../database/lock-row.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import { ownedInScope } from '../../database/scope.ts';
import { inIdChunks, matchesOwned, searchTable } from '../../database/search.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('complaints');

type ComplaintFilter = Omit<z.output<typeof endpoint.query>, keyof PageRequest>;

const searched = {
  text: ['complaints.judul', 'complaints.deskripsi'],
  prepared: 'complaints.cari',
  ownerId: 'complaints.user_id',
  owner: { text: ['users.nama'], house: 'users.blok' },
};

function complaints(db: Db, scope: Scope, { status, kategori, blok, q }: ComplaintFilter = {}) {
  return db
    .selectFrom(searchTable(db, 'complaints', q))
    .where('complaints.dihapus_pada', 'is', null)
    .where(ownedInScope(scope, 'complaints.user_id', blok))
    .$if(status !== undefined, (query) => query.where('complaints.status', '=', status ?? 'pending'))
    .$if(kategori !== undefined, (query) => query.where('complaints.kategori', '=', kategori ?? 'lainnya'));
}

const withName = (db: Db, scope: Scope) =>
  complaints(db, scope)
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .select(columns)
    .$castTo<Complaint>();

const columns = [
  ...columnsOf('complaints', Complaint, ['nama_admin', 'nama_user', 'blok', 'total_komentar']),
  sql<string | null>`(SELECT nama FROM users AS staff WHERE staff.id = complaints.dijawab_oleh)`.as(
    'nama_admin',
  ),
  'users.nama as nama_user',
  'users.blok',
  sql<number>`(SELECT count(*) FROM complaint_comments WHERE aduan_id = complaints.id)`.as('total_komentar'),
] as const;

export async function listComplaints(db: Db, scope: Scope, filter: ComplaintFilter, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const rows: Complaint[] = [];
  await eachChunk(db, filter, async (matching) => {
    const found = complaints(db, scope, filter)
      .select('complaints.id')
      .where(behind)
      .where(matching)
      .orderBy('complaints.id', 'desc')
      .limit(fetch - rows.length);
    const shown = withName(db, scope).where('complaints.id', 'in', found).orderBy('complaints.id', 'desc');
    rows.push(...(await shown.execute()));
    return rows.length === fetch;
  });
  return cutPage(order, rows, fetch);
}

export async function countByStatus(
  db: Db,
  scope: Scope,
  filter: Omit<ComplaintFilter, 'status'>,
): Promise<StatusCounts> {
  const counts: StatusCounts = { pending: 0, proses: 0, selesai: 0, ditolak: 0 };
  await eachChunk(db, filter, async (matching) => {
    const found = complaints(db, scope, filter).where(matching);
    if (filter.q === undefined) {
      const rows = await found
        .select(['complaints.status', (eb) => eb.fn.countAll<number>().as('total')])
        .groupBy('complaints.status')
        .execute();
      for (const { status, total } of rows) counts[status] += total;
    } else {
      // Not grouped: SQLite would sort all that a search finds.
      const row = await found
        .select(({ fn }) =>
          complaintStatuses.map((status) =>
            fn.countAll<number>().filterWhere('complaints.status', '=', status).as(status),
          ),
        )
        .executeTakeFirstOrThrow();
      for (const status of complaintStatuses) counts[status] += row[status];
    }
    return false;
  });
  return counts;
}

/** Only a text search must scan rows, so only it is split into portions. */
async function eachChunk(
  db: Db,
  { q }: ComplaintFilter,
  read: Parameters<typeof inIdChunks>[2],
): Promise<void> {
  const words = await matchesOwned(db, searched, q);
  if (q === undefined) await read(words);
  else await inIdChunks(db, 'complaints', (chunk) => read(sql`${words} AND ${chunk}`));
}

export function findComplaint(db: Db, scope: Scope, id: number): Promise<Complaint | undefined> {
  return withName(db, scope).where('complaints.id', '=', id).executeTakeFirst();
}

export async function lockComplaint(tx: Tx, scope: Scope, id: number): Promise<Complaint | undefined> {
  await lockRow(tx, 'complaints', id);
  return await findComplaint(tx.db, scope, id);
}

export type NewComplaint = Pick<
  Schema['complaints'],
  'user_id' | 'judul' | 'kategori' | 'deskripsi' | 'foto'
>;

export const insertComplaint = (tx: Tx, complaint: NewComplaint) =>
  insertRow(tx, 'complaints', { ...complaint, status: 'pending', tanggal_aduan: tx.now });

export interface ComplaintChanges extends Partial<Omit<NewComplaint, 'user_id'>> {
  status?: ComplaintStatus;
  jawaban?: string;
  foto_jawaban?: string;
  dijawab_oleh?: number;
}

/** `id` is set to itself because an UPDATE without columns would be invalid SQL. */
export async function updateComplaint(tx: Tx, id: number, changes: ComplaintChanges): Promise<void> {
  await tx.db
    .updateTable('complaints')
    .set({ ...changes, id: sql.ref('id') })
    .where('id', '=', id)
    .execute();
}

function comments(db: Db) {
  return db
    .selectFrom('complaint_comments')
    .innerJoin('users', 'users.id', 'complaint_comments.user_id')
    .select([
      'complaint_comments.id',
      'users.nama',
      'users.jenis',
      'users.potret',
      'komentar',
      'tanggal_komentar',
    ]);
}

export async function listComments(db: Db, complaintId: number): Promise<ComplaintComment[]> {
  const newest = comments(db)
    .where('aduan_id', '=', complaintId)
    .orderBy('complaint_comments.id', 'desc')
    .limit(1_000);
  return (await newest.execute()).toReversed();
}

export async function insertComment(
  tx: Tx,
  comment: { aduan_id: number; user_id: number; komentar: string },
) {
  const id = await insertRow(tx, 'complaint_comments', { ...comment, tanggal_komentar: tx.now });
  return await comments(tx.db).where('complaint_comments.id', '=', id).executeTakeFirstOrThrow();
}

export function findPhotoOwner(db: Db, nama: string) {
  return db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .select(['complaints.user_id', 'users.blok'])
    .where((eb) => eb.or([eb('complaints.foto', '=', nama), eb('complaints.foto_jawaban', '=', nama)]))
    .where('complaints.dihapus_pada', 'is', null)
    .executeTakeFirst();
}
