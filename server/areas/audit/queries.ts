/** Read-only SQL: audit rows are written only by `tx.audit()`. */
import { sql } from 'kysely';
import type { AuditSubject } from '../../../contract/audit.ts';
import { erasedName } from '../../../contract/erasure.ts';
import { formatMonth } from '../../../contract/format.ts';
import { erasedIn } from '../../database/audit-leaf.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';

const order = newestFirst<{ id: number }>('audit');

export interface AuditFilter {
  entitas?: AuditSubject | readonly AuditSubject[] | undefined;
  user_id?: number | undefined;
}

export async function listAudit(db: Db, { entitas, user_id, ...request }: PageRequest & AuditFilter) {
  const found = withSubjects(db)
    // The book shows its entries itself, and each follows from another row. What an upgrade noted is no change.
    .where('audit.aksi', 'not in', ['account.noted', 'settings.noted'])
    .$if(entitas !== 'entries', (query) => query.where(sql<boolean>`audit.aksi <> 'entry.booked'`)) // as in the index
    .$if(entitas !== undefined, (query) => query.where(isAbout(entitas ?? [])))
    .$if(user_id !== undefined, (query) => query.where('audit.user_id', '=', user_id as number));
  const page = await readPage(found, order, request);
  return { ...page, data: page.data.map(entryOf) };
}

/** Several subjects are nearly all rows: an expression keeps SQLite from sorting what their index finds. */
function isAbout(entitas: AuditSubject | readonly AuditSubject[]) {
  if (typeof entitas === 'string') return sql<boolean>`audit.entitas = ${entitas}`;
  return sql<boolean>`audit.entitas || '' IN (${sql.join(entitas)})`;
}

function withSubjects(db: Db) {
  // Subqueries instead of joins: PostgreSQL would spend more time planning the joins than reading a page.
  const title = (
    table: 'users' | 'expenses' | 'penerimaan' | 'complaints' | 'documents' | 'kategori',
    column: 'nama' | 'judul',
  ) =>
    sql`WHEN ${sql.lit(table)} THEN (SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE id = audit.entitas_id)`;
  return auditRows(db)
    .leftJoin('payments', (join) =>
      join.on('entitas', '=', 'payments').onRef('payments.id', '=', 'entitas_id'),
    )
    .leftJoin('users as payers', 'payers.id', 'payments.user_id')
    .select([
      sql<string | null>`CASE entitas ${title('users', 'nama')} ${title('expenses', 'judul')}
        ${title('penerimaan', 'judul')} ${title('kategori', 'nama')}
        ${title('complaints', 'judul')} ${title('documents', 'judul')} ELSE payers.nama END`.as('subject'),
      'payments.tahun',
      'payments.bulan',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withSubjects>['execute']>>[number];

function entryOf(row: Row) {
  const { subject, tahun, bulan, ...entry } = row;
  const isPayment = tahun !== null && bulan !== null;
  const erased = erasedIn(row, { nama: row.nilai_nama, isi: row.nilai_isi });
  const { sesudah, nama, ...told } = withValues(entry);
  // For the doctor, and nothing to read.
  const { sidik_password: _password, sidik_berkas: _file, ...shown } = sesudah ?? {};
  const isEmpty = Object.keys(shown).length === 0;
  return {
    ...told,
    nama: erased?.nama ? erasedName : nama,
    dihapus: erased !== null && (erased.nama || erased.fields.length > 0),
    sesudah: isEmpty ? null : shown,
    perihal: isPayment ? `${subject} · ${formatMonth({ tahun, bulan })}` : subject,
  };
}
