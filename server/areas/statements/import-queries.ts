import { setImmediate } from 'node:timers/promises';
import { type Insertable, type SqlBool, sql } from 'kysely';
import { type StatementColumns, StatementImport } from '../../../contract/statements.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('mutasi_impor');

function imports(db: Db) {
  return db
    .selectFrom('mutasi_impor')
    .innerJoin('users', 'users.id', 'mutasi_impor.oleh')
    .select([
      ...columnsOf('mutasi_impor', StatementImport, ['terbukti', 'oleh_nama']),
      'users.nama as oleh_nama',
    ]);
}

export async function listImports(db: Db, request: PageRequest) {
  const page = await readPage(imports(db), order, request);
  return { ...page, data: page.data.map((row) => ({ ...row, terbukti: row.saldo_akhir !== null })) };
}

/** Stored lines of these days, in their order. */
export function listStored(db: Db, akun_id: number, { dari, sampai }: { dari: string; sampai: string }) {
  return db
    .selectFrom('mutasi_bank')
    .select(['kunci', 'tanggal', 'jumlah', 'uraian', 'saldo'])
    .where('akun_id', '=', akun_id)
    .where('tanggal', '>=', dari)
    .where('tanggal', '<=', sampai)
    .orderBy('tanggal')
    .orderBy('urutan')
    .execute();
}

/**
 * The stored line with a balance that is nearest before or after a day. `lepas`: lines between them, which have no balance,
 * and their sum.
 */
export async function findNeighbour(db: Db, akun_id: number, side: 'before' | 'after', day: string) {
  const isBefore = side === 'before';
  const direction = isBefore ? 'desc' : 'asc';
  const beyond = db
    .selectFrom('mutasi_bank')
    .where('akun_id', '=', akun_id)
    .where('tanggal', isBefore ? '<' : '>', day);
  const nearest = await beyond
    .select(['tanggal', 'urutan', 'jumlah', 'saldo'])
    .where('saldo', 'is not', null)
    .$narrowType<{ saldo: number }>()
    .orderBy('tanggal', direction)
    .orderBy('urutan', direction)
    .limit(1)
    .executeTakeFirst();
  if (!nearest) return undefined;
  const { tanggal, urutan } = nearest;
  const lepas = await beyond
    .select([sql<number>`count(*)`.as('banyak'), sql<number>`coalesce(sum(jumlah), 0)`.as('jumlah')])
    .where(sql<SqlBool>`(tanggal, urutan) ${sql.raw(isBefore ? '>' : '<')} (${tanggal}, ${urutan})`)
    .executeTakeFirstOrThrow();
  return { ...nearest, lepas };
}

/** First and last day of stored lines with a balance; null without any, which imports tell without reading all lines. */
export async function daysWithBalance(db: Db, akun_id: number) {
  const imports = db.selectFrom('mutasi_impor').select('id').where('akun_id', '=', akun_id);
  if (!(await imports.where('saldo_awal', 'is not', null).limit(1).executeTakeFirst())) return null;
  const days = db
    .selectFrom('mutasi_bank')
    .select('tanggal')
    .where('akun_id', '=', akun_id)
    .where('saldo', 'is not', null)
    .limit(1);
  const first = await days.orderBy('tanggal').executeTakeFirst();
  const last = await days.orderBy('tanggal', 'desc').executeTakeFirst();
  return first && last ? { first: first.tanggal, last: last.tanggal } : null;
}

export const insertImport = (tx: Tx, row: Insertable<Schema['mutasi_impor']>) =>
  insertRow(tx, 'mutasi_impor', row);

export function findImport(db: Db, id: number) {
  return db
    .selectFrom('mutasi_impor')
    .select(['akun_id', 'bank', 'rekening', 'dari', 'sampai', 'saldo_awal', 'saldo_akhir', 'banyak', 'baru'])
    .select('berkas')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A later import with some of the same days: its file has lines that this one added. */
export function findLaterImport(
  db: Db,
  id: number,
  { akun_id, dari, sampai }: { akun_id: number; dari: string; sampai: string },
) {
  return db
    .selectFrom('mutasi_impor')
    .select(['dari', 'sampai'])
    .where('akun_id', '=', akun_id)
    .where('id', '>', id)
    .where('dari', '<=', sampai)
    .where('sampai', '>=', dari)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Nobody decides about a line of the import until the transaction ends. */
export async function lockLines(tx: Tx, impor_id: number): Promise<void> {
  await tx.db
    .updateTable('mutasi_bank')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('impor_id', '=', impor_id)
    .execute();
}

/** Lines of the import that somebody has decided about, or for a part of which something stands. */
export async function countUsed(db: Db, impor_id: number): Promise<number> {
  const { used } = await db
    .selectFrom('mutasi_bank')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('impor_id', '=', impor_id)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('status', '<>', 'terbuka'),
        eb('expense_id', 'is not', null),
        eb('penerimaan_id', 'is not', null),
        exists(
          selectFrom('mutasi_pembayaran')
            .select('payment_id')
            .whereRef('mutasi_pembayaran.mutasi_id', '=', 'mutasi_bank.id'),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return used;
}

export async function deleteImport(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('mutasi_bank').where('impor_id', '=', id).execute();
  await tx.db.deleteFrom('mutasi_impor').where('id', '=', id).execute();
}

/** The sweep removes what is stored. */
export async function dropFile(tx: Tx, nama: string): Promise<void> {
  await tx.db.deleteFrom('files').where('nama', '=', nama).execute();
}

/** Columns that no import of the account has used are asked for again. */
export async function forgetColumns(tx: Tx, akun_id: number): Promise<void> {
  await tx.db
    .deleteFrom('mutasi_kolom')
    .where('akun_id', '=', akun_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mutasi_impor')
            .select('id')
            .where('mutasi_impor.akun_id', '=', akun_id)
            .where('bank', 'is', null),
        ),
      ),
    )
    .execute();
}

/** Account numbers of the imported files and the account that each went to, the last one first. */
export function listNumbers(db: Db) {
  return db
    .selectFrom('mutasi_impor')
    .innerJoin('akun', 'akun.id', 'mutasi_impor.akun_id')
    .select(['akun_id', 'akun.nama', 'rekening'])
    .where('rekening', 'is not', null)
    .$narrowType<{ rekening: string }>()
    .groupBy(['akun_id', 'akun.nama', 'rekening'])
    .orderBy((eb) => eb.fn.max('mutasi_impor.id'), 'desc')
    .execute();
}

/** Lines of one statement: some 3 ms on SQLite, after which others are served. */
const linesAtOnce = 250;

export async function insertLines(
  tx: Tx,
  lines: readonly Insertable<Schema['mutasi_bank']>[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    await tx.db
      .insertInto('mutasi_bank')
      .values(lines.slice(at, at + linesAtOnce))
      .execute();
    await setImmediate();
  }
}

export async function findColumns(db: Db, akun_id: number): Promise<StatementColumns | undefined> {
  const row = await db
    .selectFrom('mutasi_kolom')
    .select('kolom')
    .where('akun_id', '=', akun_id)
    .executeTakeFirst();
  return row && (JSON.parse(row.kolom) as StatementColumns);
}

export async function storeColumns(tx: Tx, akun_id: number, columns: StatementColumns): Promise<void> {
  const kolom = JSON.stringify(columns);
  await tx.db
    .insertInto('mutasi_kolom')
    .values({ akun_id, kolom })
    .onConflict((conflict) => conflict.column('akun_id').doUpdateSet({ kolom }))
    .execute();
}

export async function findStatementFile(db: Db, nama: string): Promise<boolean> {
  const row = await db.selectFrom('mutasi_impor').select('id').where('berkas', '=', nama).executeTakeFirst();
  return row !== undefined;
}

/** Files whose last day is in a closed month go; the sweep removes what is stored. */
export async function dropFiles(tx: Tx, bulan: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('mutasi_impor')
    .select(['id', 'berkas'])
    .where('berkas', 'is not', null)
    .where('sampai', '<=', `${bulan}-31`)
    .execute();
  const names = rows.flatMap(({ berkas }) => berkas ?? []);
  if (names.length === 0) return;
  await tx.db.updateTable('mutasi_impor').set({ berkas: null }).where('berkas', 'in', names).execute();
  await tx.db.deleteFrom('files').where('nama', 'in', names).execute();
}
