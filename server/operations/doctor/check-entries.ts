/** The entries of the book against the audit rows that tell of them, in both directions. */
import { erasedName } from '../../../contract/erasure.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { countNumbers, type Ids, ranges } from './queries.ts';
import { lastTold, linesAbout } from './replay-queries.ts';
import { differingFields, type Pace, type Violation, violationsOf } from './violation.ts';
import { inWords } from './words.ts';

export async function* checkEntries(db: Db, pace: Pace): AsyncGenerator<Violation> {
  const told = await lastTold(db, 'entries', 'entry.booked'); // before the book, which may grow meanwhile
  const { last } = await countNumbers(db);
  for (const numbers of ranges(Math.max(told, last)))
    yield* await pace(() => wrongEntries(db, numbers, told));
}

const altered = violationsOf('altered');
const destroyed = violationsOf('destroyed');

/** @param toldBefore highest number that the audit log contained before the book was read: the book must have all up to it */
async function wrongEntries(db: Db, { from, to }: Ids, toldBefore: number): Promise<Violation[]> {
  const entries = await db
    .selectFrom('kas_entri')
    .selectAll()
    .where((eb) => eb.between('nomor', from, to))
    .orderBy('nomor')
    .execute();
  const lines = await linesAbout(db, 'entries', { from, to });
  const booked = lines.filter(({ aksi }) => aksi === 'entry.booked');
  const told = Map.groupBy(booked, ({ entitas_id }) => entitas_id);
  const violations: Violation[] = [];
  for (const entry of entries) {
    const own = told.get(entry.nomor) ?? [];
    told.delete(entry.nomor);
    const says =
      own.length === 0
        ? 'tidak ada di riwayat perubahan, jadi ditambahkan dari luar aplikasi'
        : own.length > 1
          ? 'diceritakan lebih dari sekali di riwayat perubahan'
          : changed(entry, { nama: erasedName, ...own[0]?.sesudah });
    if (says !== null) violations.push(altered('kas_entri', entry.nomor, says));
  }
  for (const nomor of told.keys())
    if (nomor !== null && nomor <= toldBefore)
      violations.push(
        destroyed('kas_entri', nomor, 'ada di riwayat perubahan, tetapi sudah tidak ada di buku'),
      );
  return violations;
}

/** The name of an erased person is not told, and the entry has another instead. */
function changed(
  { nomor: _, ...entry }: Schema['kas_entri'],
  told: Readonly<Record<string, unknown>>,
): string | null {
  const differing = differingFields(told, entry);
  return differing.length === 0 ? null : `riwayat perubahan menyebut isi yang lain: ${inWords(differing)}`;
}
