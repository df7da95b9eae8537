import { type ReadableRow, reveal, type StoredRow } from './audit-leaf.ts';
import type { Db } from './open.ts';

/** Audit rows with the values that they commit to; `withValues` puts them back. */
export const auditRows = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('audit_nilai', 'audit_nilai.audit_id', 'audit.id')
    .selectAll('audit')
    .select(['audit_nilai.nama as nilai_nama', 'audit_nilai.isi as nilai_isi']);

type Joined = Pick<StoredRow, 'nama' | 'sebelum' | 'sesudah'> & {
  nilai_nama: string | null;
  nilai_isi: string | null;
};

type Readable = Pick<ReadableRow, 'nama' | 'sebelum' | 'sesudah'>;

export function withValues<Row extends Joined>(row: Row): Omit<Row, keyof Joined> & Readable {
  const { nilai_nama, nilai_isi, nama, sebelum, sesudah, ...rest } = row;
  return { ...rest, ...reveal({ nama, sebelum, sesudah }, { nama: nilai_nama, isi: nilai_isi }) };
}
