/** Closed months against the audit rows of their closing, and against the book as it is now. */
import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { ClosingSummary, MonthSummary } from '../../../contract/closings.ts';
import { monthOf } from '../../../contract/format.ts';
import { fingerprintOfSummary } from '../../areas/closings/rules.ts';
import { summarizeMonth } from '../../areas/closings/summarize-month.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Line } from './replay.ts';
import { linesOf } from './replay-queries.ts';
import { differingFields, type Pace, type Violation, violationsOf } from './violation.ts';
import { inWords } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

const wrong = violationsOf('closing');

export async function* checkClosings(db: Db, pace: Pace): AsyncGenerator<Violation> {
  const closings = await db.selectFrom('tutup_buku').selectAll().orderBy('id').execute();
  const versions = await db.selectFrom('tutup_buku_versi').selectAll().orderBy('id').execute();
  const lines: Line[] = await linesOf(db, ['closings'], ['month.closed', 'closing.amended']);
  const closed = Map.groupBy(
    lines.filter(({ aksi }) => aksi === 'month.closed'),
    ({ entitas_id }) => entitas_id,
  );
  for (const closing of closings) {
    const [line] = closed.get(closing.id) ?? [];
    closed.delete(closing.id);
    for (const says of await pace(() => whatIsWrong(db, closing, line)))
      yield wrong('tutup_buku', closing.bulan, says);
  }
  for (const [line] of closed.values())
    if (line)
      yield wrong('tutup_buku', monthOfLine(line), 'riwayat menyebutnya ditutup, tetapi penutupannya hilang');

  const amended = new Map(
    lines
      .filter(({ aksi }) => aksi === 'closing.amended')
      .map((line) => [`${line.entitas_id}/${String(line.sesudah?.versi)}`, line]),
  );
  const monthOf = new Map(closings.map(({ id, bulan }) => [id, bulan]));
  for (const version of versions) {
    const name = `${version.tutup_buku_id}/${version.versi}`;
    const line = amended.get(name);
    amended.delete(name);
    const id = `${monthOf.get(version.tutup_buku_id) ?? version.tutup_buku_id} versi ${version.versi}`;
    const differing = differingFields(version, toldOfVersion(line));
    if (!line) yield wrong('tutup_buku_versi', id, 'tidak ada di riwayat perubahan');
    else if (differing.length > 0)
      yield wrong('tutup_buku_versi', id, `riwayat menyebut yang lain: ${inWords(differing)}`);
  }
  for (const line of amended.values())
    yield wrong(
      'tutup_buku_versi',
      `${monthOfLine(line)} versi ${String(line.sesudah?.versi)}`,
      'ada di riwayat perubahan, tetapi catatannya hilang',
    );
}

const monthOfLine = ({ sesudah }: Line) =>
  `${String(sesudah?.tahun)}-${String(sesudah?.bulan).padStart(2, '0')}`;

async function whatIsWrong(
  db: Db,
  closing: Selectable<Schema['tutup_buku']>,
  line: Line | undefined,
): Promise<string[]> {
  const summary = JSON.parse(closing.ringkasan) as ClosingSummary;
  if (!line) return ['tidak ada di riwayat perubahan, jadi ditutup dari luar aplikasi'];
  const says: string[] = [];
  const sidik_ringkasan = fingerprintOfSummary(closing.ringkasan);
  const is = { ...summary, ...closing, ...monthOf(closing.bulan), sidik_ringkasan };
  const differing = differingFields(is, toldOfClosing(line));
  if (differing.length > 0) says.push(`riwayat menyebut yang lain: ${inWords(differing)}`);
  const moved = whatMoved(summary, await summarizeMonth(db, closing.bulan));
  if (moved.length > 0) says.push(`buku kas bulan itu bukan lagi yang ditutup: ${inWords(moved)}`);
  return says;
}

const toldOfClosing = ({ sesudah, tanggal }: Line): Fields => {
  const { kepala, ...told } = sesudah ?? {};
  return { ...told, ...(kepala === undefined ? {} : { log_kepala: kepala }), ditutup_pada: tanggal };
};

const toldOfVersion = (line: Line | undefined): Fields => {
  const { tahun: _year, bulan: _month, ...told } = line?.sesudah ?? {};
  return line ? { ...told, disetujui_pada: line.tanggal } : {};
};

/** Accounts and funds that were made since then have no part in the month. */
function whatMoved(closed: ClosingSummary, now: MonthSummary): string[] {
  const sums = ['saldo_awal', 'pemasukan', 'pengeluaran', 'saldo_akhir', 'banyak'] as const;
  const moved: string[] = sums.filter((field) => closed[field] !== now[field]);
  const balances = (places: readonly { saldo: number; id: number }[]) =>
    new Map(places.filter(({ saldo }) => saldo !== 0).map(({ id, saldo }) => [id, saldo]));
  const accounts = ({ akun }: MonthSummary) =>
    balances(akun.map(({ akun_id: id, saldo }) => ({ id, saldo })));
  const funds = ({ dana }: MonthSummary) => balances(dana.map(({ dana_id: id, saldo }) => ({ id, saldo })));
  if (!isDeepStrictEqual(accounts(closed), accounts(now))) moved.push('akun_id');
  if (!isDeepStrictEqual(funds(closed), funds(now))) moved.push('dana_id');
  return moved;
}
