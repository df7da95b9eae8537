/** Waived months and house statuses, each of which an audit row explains. */
import { isDeepStrictEqual } from 'node:util';
import { toldOf } from '../../areas/waivers/queries.ts';
import type { Db } from '../../database/open.ts';
import type { Line } from './replay.ts';
import { linesOf } from './replay-queries.ts';
import { type Violation, violationsOf } from './violation.ts';

/** @param db a snapshot */
export async function checkWaivers(db: Db): Promise<Violation[]> {
  const lines = await linesOf(db, ['waivers', 'users'], ['waiver.granted', 'waiver.ended', 'house.changed']);
  return [
    ...(await wrongWaivers(db, lines, 'waiver.granted', 'persetujuan_id')),
    ...(await wrongWaivers(db, lines, 'waiver.ended', 'akhir_id')),
    ...(await wrongHouses(db, lines)),
  ];
}

const wrong = violationsOf('settings');

/** What two people decided at once must be what the audit row of their proposal sums up. */
async function wrongWaivers(
  db: Db,
  lines: readonly Line[],
  aksi: 'waiver.granted' | 'waiver.ended',
  by: 'persetujuan_id' | 'akhir_id',
): Promise<Violation[]> {
  const told = new Map(
    lines.filter((line) => line.aksi === aksi).map(({ entitas_id, sesudah }) => [entitas_id, sesudah]),
  );
  const stored = await db.selectFrom('pembebasan').selectAll().where(by, 'is not', null).execute();
  const months = Map.groupBy(stored, (row) => row[by]);
  return [...new Set([...told.keys(), ...months.keys()])]
    .filter((id) => {
      const { jenis: _, ...sums } = told.get(id) ?? {};
      return !isDeepStrictEqual(sums, toldOf(months.get(id) ?? []));
    })
    .map((id) =>
      wrong(
        'pembebasan',
        id,
        told.has(id)
          ? 'bulan atau jumlahnya bukan yang disebut riwayat perubahan'
          : 'tidak ada di riwayat perubahan',
      ),
    );
}

/** Values of erased accounts are gone from the audit rows; their number is not. */
async function wrongHouses(db: Db, lines: readonly Line[]): Promise<Violation[]> {
  const changes = lines.filter(({ aksi }) => aksi === 'house.changed');
  const told = Map.groupBy(changes, ({ entitas_id }) => entitas_id);
  const stored = await db.selectFrom('status_rumah').select(['id', 'user_id', 'sejak', 'rumah']).execute();
  return stored
    .filter(({ user_id, sejak, rumah }) => {
      const own = told.get(user_id) ?? [];
      return !own.some(({ sesudah }) => {
        const isErased = sesudah?.rumah === undefined;
        return isErased || (sesudah.rumah === rumah && sesudah.sejak === sejak);
      });
    })
    .map(({ id }) => wrong('status_rumah', id, 'riwayat perubahan tidak menyebut status rumah ini'));
}
