/** What a payment or an expense must be according to its audit rows, and where it differs. */
import type { Selectable } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { differingFields } from './violation.ts';

export type ReplayedTable = 'payments' | 'expenses';
type Fields = Readonly<Record<string, unknown>>;
/** Values that were erased are left out, and not compared. */
export interface Line
  extends Pick<Selectable<Schema['audit']>, 'entitas_id' | 'aksi' | 'user_id' | 'tanggal'> {
  sesudah: Fields | null;
}
export type Stored = Fields & { id: number };

type Decision = Pick<Selectable<Schema['payments']>, 'dikonfirmasi_oleh' | 'tanggal_konfirmasi'>;
const decidedBy = ({ user_id, tanggal }: Line): Decision => ({
  dikonfirmasi_oleh: user_id,
  tanggal_konfirmasi: tanggal,
});

/** Newer rows name who added the expense: of spending that waited, a second person writes the row. */
const addedBy = (
  { user_id, tanggal }: Line,
  { tanggal_dibuat, admin_id }: Fields,
): Partial<Selectable<Schema['expenses']>> =>
  admin_id === undefined && tanggal_dibuat === tanggal && user_id !== null ? { admin_id: user_id } : {};

/** Rows of earlier versions tell of no reference, and erased ones no longer. */
const untold: Fields = { referensi: null };

/** What each action says of the record; later rows win. A reversal may be carried out by the one who approved it. */
const tells: Record<string, (line: Line) => Fields> = {
  'payment.uploaded': (line) => ({
    ...untold,
    ...line.sesudah,
    user_id: line.user_id,
    tanggal_upload: line.tanggal,
    dikonfirmasi_oleh: null,
  }),
  'payment.recorded': (line) => ({
    ...untold,
    ...line.sesudah,
    ...decidedBy(line),
    tanggal_upload: line.tanggal,
  }),
  'payment.confirmed': (line) => ({ ...line.sesudah, ...decidedBy(line) }),
  'payment.rejected': (line) => ({ ...line.sesudah, ...decidedBy(line) }),
  'payment.reversed': (line) => ({
    ...line.sesudah,
    dikonfirmasi_oleh: undefined,
    tanggal_konfirmasi: line.tanggal,
  }),
  'expense.added': (line) => {
    const added = line.sesudah ?? {};
    return { ...added, ...addedBy(line, added) };
  },
};

const origins = ['payment.uploaded', 'payment.recorded', 'expense.added'];

/**
 * @param lines the audit rows of the record, oldest first
 * @returns the fields that differ; those that the rows do not tell of are not compared
 */
export function differences(record: Stored, lines: readonly Line[]): string[] {
  const expected: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const line of lines) {
    const told = tells[line.aksi]?.(line);
    if (!told) continue;
    const isOrigin = origins.includes(line.aksi);
    // The amount never changes, so all rows tell of the same one.
    if (!isOrigin && 'jumlah' in expected && 'jumlah' in told && told.jumlah !== expected.jumlah)
      wrong.add('jumlah');
    Object.assign(expected, told);
  }
  return [...wrong.union(new Set(differingFields(record, expected)))].toSorted();
}
