/** SQL about complaints. They are read through a Scope, and the comments of one only after it was found so. */
import { sql } from 'kysely';
import type {
  Complaint,
  ComplaintCategory,
  ComplaintComment,
  ComplaintStatus,
  StatusCounts,
} from '../../../contract/complaints.ts';
import type { Scope } from '../../../contract/policy.ts';
import { hold } from '../../platform/db/hold.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { inReach, isOfPeople } from '../../platform/db/scope.ts';
import {
  everything,
  type Found,
  findPeople,
  findTexts,
  foundByEither,
  selectFound,
} from '../../platform/db/search.ts';
import { sumsIn } from '../../platform/db/sums.ts';
import type { Tx } from '../../platform/db/write.ts';

const order = newestFirst<{ id: number }>('complaints');

export interface ComplaintFilter {
  status?: ComplaintStatus | undefined;
  kategori?: ComplaintCategory | undefined;
  blok?: string | undefined;
  q?: string | undefined;
}

/** SQLite joins in this order. */
function complaints(
  db: Db,
  scope: Scope,
  { status, kategori, blok }: ComplaintFilter = {},
  found = everything,
) {
  const joined =
    found.isMany && isOfPeople(scope, blok)
      ? db.selectFrom('users').crossJoin('complaints').where(found.where)
      : selectFound(db, 'complaints', found).crossJoin('users');
  return joined
    .whereRef('users.id', '=', 'complaints.user_id')
    .where('complaints.dihapus_pada', 'is', null)
    .where(inReach('complaints', scope, blok))
    .$if(status !== undefined, (query) => query.where('complaints.status', '=', status ?? 'pending'))
    .$if(kategori !== undefined, (query) => query.where('complaints.kategori', '=', kategori ?? 'lainnya'));
}

const columns = [
  'complaints.id',
  'complaints.user_id',
  'complaints.judul',
  'complaints.kategori',
  'complaints.deskripsi',
  'complaints.foto',
  'complaints.status',
  'complaints.jawaban',
  'complaints.foto_jawaban',
  'users.nama as nama_user',
  'users.blok',
  'complaints.tanggal_aduan',
  sql<number>`(SELECT count(*) FROM complaint_comments WHERE aduan_id = complaints.id)`.as('total_komentar'),
] as const;

/** Complaints with such a title, description or name. */
export async function searchComplaints(db: Db, scope: Scope, { q, blok }: ComplaintFilter): Promise<Found> {
  const [texts, names] = await Promise.all([
    findTexts(db, 'complaints', { q, columns: ['judul', 'deskripsi'] }),
    findPeople(db, scope, { q, blok, columns: ['nama'], ids: 'complaints.user_id' }),
  ]);
  return foundByEither(texts, names);
}

/** @param found by the filter's `q` */
export async function listComplaints(
  db: Db,
  scope: Scope,
  filter: ComplaintFilter,
  request: PageRequest,
  found = everything,
) {
  const { behind, fetch } = pageOf(order, request);
  const rows = await complaints(db, scope, filter, found)
    .select(columns)
    .$castTo<Complaint>()
    .where(behind)
    .orderBy('complaints.id', 'desc')
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}

/** Of those in scope that fit the filter, whatever its status; null when a search finds more than are counted. */
export async function countByStatus(
  db: Db,
  scope: Scope,
  filter: ComplaintFilter,
  found: Found,
): Promise<StatusCounts | null> {
  if (filter.q !== undefined && found.isMany) return null;
  const rows = await (filter.q === undefined
    ? db
        .selectFrom(sumsIn('complaint_sums', scope, filter.blok))
        .select(['status', (eb) => eb.fn.sum<number>('banyak').as('total')])
        .$if(filter.kategori !== undefined, (query) =>
          query.where('kategori', '=', filter.kategori ?? 'lainnya'),
        )
        .groupBy('status')
        .execute()
    : complaints(db, scope, { ...filter, status: undefined }, found)
        .select(['complaints.status', (eb) => eb.fn.countAll<number>().as('total')])
        .groupBy('complaints.status')
        .execute());
  const none: StatusCounts = { pending: 0, proses: 0, selesai: 0, ditolak: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, total }) => [status, total])) };
}

export function findComplaint(db: Db, scope: Scope, id: number): Promise<Complaint | undefined> {
  return complaints(db, scope)
    .select(columns)
    .$castTo<Complaint>()
    .where('complaints.id', '=', id)
    .executeTakeFirst();
}

export async function claimComplaint(tx: Tx, scope: Scope, id: number): Promise<Complaint | undefined> {
  await hold(tx, 'complaints', id);
  return await findComplaint(tx.db, scope, id);
}

export interface NewComplaint {
  user_id: number;
  judul: string;
  kategori: ComplaintCategory;
  deskripsi: string;
  foto: string | null;
}

export async function insertComplaint(tx: Tx, complaint: NewComplaint): Promise<number> {
  const { id } = await tx.db
    .insertInto('complaints')
    .values({ ...complaint, status: 'pending', tanggal_aduan: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface ComplaintChanges extends Partial<Omit<NewComplaint, 'user_id'>> {
  status?: ComplaintStatus;
  jawaban?: string;
  foto_jawaban?: string;
}

/** With nothing to change, the row is only held. */
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
    .select(['complaint_comments.id', 'users.nama', 'users.jenis', 'komentar', 'tanggal_komentar']);
}

/** Oldest first; of more than a thousand the newest. */
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
  const { id } = await tx.db
    .insertInto('complaint_comments')
    .values({ ...comment, tanggal_komentar: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await comments(tx.db).where('complaint_comments.id', '=', id).executeTakeFirstOrThrow();
}

/** The complainant of a photo, of the complaint or of its answer, as `/assets` asks. */
export function findPhotoOwner(db: Db, nama: string) {
  return db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .select(['complaints.user_id', 'users.blok'])
    .where((eb) => eb.or([eb('complaints.foto', '=', nama), eb('complaints.foto_jawaban', '=', nama)]))
    .where('complaints.dihapus_pada', 'is', null)
    .executeTakeFirst();
}
