/** Which values of audit rows are those of a person: one rule for erasing them and for checking that only they are gone. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ApprovalKind } from '../../contract/approvals.ts';
import type { AuditSubject } from '../../contract/audit.ts';
import { erasedName } from '../../contract/erasure.ts';
import { blockLetter, type Role } from '../../contract/people.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/** Fields of rows about a person. Of money only what people wrote freely; the rest is the book's. */
const personal: Partial<Record<AuditSubject, readonly string[] | 'all'>> = {
  users: 'all',
  complaints: 'all',
  posts: 'all',
  reminders: 'all',
  payments: ['keterangan', 'catatan', 'referensi'],
  entries: ['nama'],
  approvals: ['isi', 'alasan'],
  expenses: ['admin_nama'],
  penerimaan: ['admin_nama'],
  documents: ['admin_nama'],
};

export const isPersonal = (entitas: AuditSubject, field: string): boolean => {
  const fields = personal[entitas];
  return fields === 'all' || fields?.includes(field) === true;
};

/**
 * What stands in an account instead of the personal data. The letter of the block stays, so that the past months of the
 * block do; accounts erased up to 0.5.0 have none. A coordinator must have a house, so that role goes with it.
 */
export const erasedAccount = ({ id, jenis, blok }: { id: number; jenis: Role; blok: string | null }) => ({
  nama: erasedName,
  email: `terhapus-${id}@guyub.invalid`,
  no_hp: null,
  blok: blockLetter(blok),
  jumlah_keluarga: null,
  jenis: jenis === 'koordinator_perblok' ? ('warga' as const) : jenis,
});

/** Kinds of proposals whose `tentang` is the account that they are about. */
export const aboutPayers: readonly ApprovalKind[] = ['pembebasan', 'pembebasan_akhir', 'sistem_lama'];

/** Audit rows about a person: those whose record is theirs. */
function rowsAbout(db: Db, person: number) {
  const payments = sql`SELECT id FROM payments WHERE user_id = ${person}`;
  const entries = (nomor = sql`nomor`) =>
    sql`SELECT ${nomor} FROM kas_entri WHERE payment_id IN (${payments})`;
  const records: [AuditSubject, RawBuilder<unknown>][] = [
    ['users', sql`${person}`],
    ['payments', payments],
    ['entries', entries()],
    ['complaints', sql`SELECT id FROM complaints WHERE user_id = ${person}`],
    ['posts', sql`SELECT id FROM posts WHERE user_id = ${person}`],
    ['reminders', sql`SELECT id FROM pengingat WHERE user_id = ${person}`],
    ['expenses', sql`SELECT id FROM expenses WHERE admin_id = ${person}`],
    ['penerimaan', sql`SELECT id FROM penerimaan WHERE admin_id = ${person}`],
    ['documents', sql`SELECT id FROM documents WHERE admin_id = ${person}`],
    [
      'approvals',
      sql`SELECT id FROM persetujuan WHERE (jenis = 'pembatalan' AND tentang IN (${entries(sql`CAST(nomor AS text)`)}))
        OR (jenis IN (${sql.join(aboutPayers)}) AND tentang = ${String(person)})`,
    ],
  ];
  return db
    .selectFrom('audit')
    .where((eb) =>
      eb.or(
        records.map(([entitas, ids]) =>
          eb.and([eb('entitas', '=', entitas), sql<SqlBool>`entitas_id IN (${ids})`]),
        ),
      ),
    );
}

export const listPersonalValues = (db: Db, person: number) =>
  rowsAbout(db, person)
    .innerJoin('audit_nilai', 'audit_nilai.audit_id', 'audit.id')
    .select(['audit.id', 'audit.entitas', 'audit.sebelum', 'audit.sesudah', 'audit_nilai.isi'])
    .where('audit_nilai.isi', 'is not', null)
    .orderBy('audit.id')
    .execute();

/** Rows about complaints of others that the person answered. Up to 0.5.0 they said who had. */
const rowsAnswered = (db: Db, person: number) =>
  db
    .selectFrom('audit')
    .where('entitas', '=', 'complaints')
    .where('entitas_id', 'in', (eb) =>
      eb
        .selectFrom('audit as answers')
        .select('answers.entitas_id')
        .where('answers.user_id', '=', person)
        .where('answers.aksi', '=', 'complaint.answered'),
    );

export const isAnswerer = (field: string): boolean => field === 'nama_admin';

export const listAnsweredValues = (db: Db, person: number) =>
  rowsAnswered(db, person)
    .innerJoin('audit_nilai', 'audit_nilai.audit_id', 'audit.id')
    .select(['audit.id', 'audit.sebelum', 'audit.sesudah', 'audit_nilai.isi'])
    .where('audit.aksi', 'in', ['complaint.changed', 'complaint.deleted'])
    .where('audit_nilai.isi', 'is not', null)
    .orderBy('audit.id')
    .execute();

/** What the log says was erased. Values of rows before an erasure are gone, those of later rows are not. */
export interface Erasures {
  /** Of a person, by id: the newest row that says so. */
  byPerson: ReadonlyMap<number, number>;
  /** Of an audit row about erased people, by id: the newest row that says so. */
  byRow: ReadonlyMap<number, number>;
  /** Of an audit row about a complaint that erased people answered. */
  byAnswered: ReadonlyMap<number, number>;
}

/** Rows that the log does not know do not count. */
export async function listErasures(db: Db): Promise<Erasures> {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'entitas_id'])
    .where('entitas', '=', 'users')
    .where('aksi', '=', 'account.erased')
    .where(
      sql<SqlBool>`(EXISTS (SELECT 1 FROM log_daun WHERE audit_id = audit.id
          AND asal_id IN (SELECT id FROM log_asal UNION SELECT 1))
        OR EXISTS (SELECT 1 FROM log_antrean WHERE audit_id = audit.id))`,
    )
    .orderBy('id')
    .execute();
  const byPerson = new Map(rows.map(({ id, entitas_id }) => [entitas_id ?? 0, id]));
  const newest = async (rowsOf: typeof rowsAbout) => {
    const byRow = new Map<number, number>();
    for (const [person, erasure] of byPerson)
      for (const { id } of await rowsOf(db, person).select('audit.id').execute())
        byRow.set(id, Math.max(erasure, byRow.get(id) ?? 0));
    return byRow;
  };
  return { byPerson, byRow: await newest(rowsAbout), byAnswered: await newest(rowsAnswered) };
}

type AuditRow = Pick<Schema['audit'], 'user_id' | 'entitas'> & { id: number };

/** Whether the log says that the name of the author, or a field, of a row was erased. */
export function coveredBy({ byPerson, byRow, byAnswered }: Erasures, { id, user_id, entitas }: AuditRow) {
  return {
    nama: id < (byPerson.get(user_id ?? 0) ?? 0),
    isErased: (field: string) =>
      (id < (byRow.get(id) ?? 0) && isPersonal(entitas, field)) ||
      (id < (byAnswered.get(id) ?? 0) && isAnswerer(field)),
  };
}
