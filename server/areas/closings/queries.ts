import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { closingKind } from '../../../contract/closings.ts';
import { origin } from '../../database/append-leaf.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { fingerprint } from '../approvals/rules.ts';

/** The last closed month (`YYYY-MM`); months are closed in order. */
export async function lastClosedMonth(db: Db): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`SELECT max(bulan) AS last FROM tutup_buku`.execute(db);
  return rows[0]?.last ?? null;
}

/** Day of the earliest entry that was not reversed: a mistyped year must not begin the book. */
export async function firstDayOfBook(db: Db): Promise<string | null> {
  const first = await db
    .selectFrom('kas_entri')
    .select('tanggal')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('kas_entri as reversal')
            .select('reversal.nomor')
            .whereRef('reversal.membatalkan', '=', 'kas_entri.nomor'),
        ),
      ),
    )
    .orderBy('tanggal')
    .limit(1)
    .executeTakeFirst();
  return first?.tanggal ?? null;
}

const order = newestFirst<{ id: number }>('tutup_buku');

export function listClosings(db: Db, request: PageRequest) {
  const found = db.selectFrom('tutup_buku').selectAll();
  return readPage(found, order, request);
}

/** The first signed head of the log in use that holds each of these closings, as a note. */
export function listCheckpoints(db: Db, closings: readonly number[]) {
  return db
    .selectFrom('audit')
    .innerJoin('log_daun', 'log_daun.audit_id', 'audit.id')
    .select((eb) => [
      'audit.entitas_id as id',
      eb
        .selectFrom('log_kepala')
        .select('catatan')
        .whereRef('log_kepala.asal_id', '=', 'log_daun.asal_id')
        .whereRef('log_kepala.ukuran', '>', 'log_daun.indeks')
        .orderBy('log_kepala.ukuran')
        .limit(1)
        .as('catatan'),
    ])
    .where('log_daun.asal_id', '=', origin)
    .where('audit.entitas', '=', 'closings')
    .where('audit.aksi', '=', 'month.closed')
    .where('audit.entitas_id', 'in', [0, ...closings])
    .execute();
}

export function listVersions(db: Db, closings: readonly number[]) {
  return db
    .selectFrom('tutup_buku_versi')
    .selectAll()
    .where('tutup_buku_id', 'in', [0, ...closings])
    .orderBy('id')
    .execute();
}

export function findClosing(db: Db, bulan: string) {
  return db.selectFrom('tutup_buku').selectAll().where('bulan', '=', bulan).executeTakeFirst();
}

export async function lastVersion(db: Db, closing: number): Promise<number> {
  const { last } = await db
    .selectFrom('tutup_buku_versi')
    .select((eb) => eb.fn.max<number | null>('versi').as('last'))
    .where('tutup_buku_id', '=', closing)
    .executeTakeFirstOrThrow();
  return last ?? 1;
}

export const insertClosing = (tx: Pick<Tx, 'db'>, closing: Insertable<Schema['tutup_buku']>) =>
  insertRow(tx, 'tutup_buku', closing);

export const insertVersion = (tx: Tx, version: Insertable<Schema['tutup_buku_versi']>) =>
  insertRow(tx, 'tutup_buku_versi', version);

/** The latest proposal about a month, open or decided. */
export async function latestProposal(db: Db, bulan: string): Promise<number | null> {
  const row = await db
    .selectFrom('persetujuan')
    .select('id')
    .where('jenis', '=', closingKind)
    .where('tentang', '=', bulan)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export function countEntries(db: Db, bulan: string) {
  return db
    .selectFrom('kas_entri')
    .select([sql<number>`count(*)`.as('banyak'), sql<number | null>`max(nomor)`.as('nomor_terakhir')])
    .where('tanggal', '>=', `${bulan}-01`)
    .where('tanggal', '<=', `${bulan}-31`)
    .executeTakeFirstOrThrow();
}

export async function nameOf(db: Db, id: number): Promise<string> {
  const { nama } = await db.selectFrom('users').select('nama').where('id', '=', id).executeTakeFirstOrThrow();
  return nama;
}

/** Last number of the book up to a day, where numbers follow the days. */
export async function lastNumberUpTo(db: Db, day: string): Promise<number> {
  const last = await db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('tanggal', '<=', day)
    .orderBy('tanggal', 'desc')
    .orderBy('nomor', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.nomor ?? 0;
}

interface SignedProposal
  extends Pick<Schema['persetujuan'], 'jenis' | 'tentang' | 'diajukan_oleh' | 'diajukan_pada'> {
  permintaan: object;
  isi: Readonly<Record<string, string>>;
  diputuskan_oleh: number;
  diputuskan_pada: string;
}

/** One that a second person has approved; for estates that are loaded in bulk. */
export async function insertSignedProposal(
  tx: Pick<Tx, 'db'>,
  { permintaan, isi, ...proposal }: SignedProposal,
): Promise<number> {
  const texts = { permintaan: JSON.stringify(permintaan), isi: JSON.stringify(isi) };
  const id = await insertRow(tx, 'persetujuan', { ...proposal, ...texts, keputusan: 'setuju', sidik: '' });
  const sidik = fingerprint(proposal.jenis, id, isi);
  await tx.db.updateTable('persetujuan').set({ sidik }).where('id', '=', id).execute();
  return id;
}
