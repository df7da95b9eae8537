/** Settings and dues against the audit rows that explain them. Above all, where residents transfer their money to. */
import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, sinceEver } from '../../../contract/settings.ts';
import { listDues } from '../../areas/settings/queries.ts';
import type { Db } from '../../database/open.ts';
import type { Line } from './replay.ts';
import { linesOf } from './replay-queries.ts';
import { type Violation, violationsOf } from './violation.ts';

/** @param db a snapshot */
export async function checkSettings(db: Db): Promise<Violation[]> {
  const lines = await linesOf(db, ['settings', 'rates'], ['settings.changed', 'settings.noted', 'rate.set']);
  const ofSettings = lines.filter(({ aksi }) => aksi !== 'rate.set');
  return [
    ...(await wrongSettings(db, ofSettings)),
    ...(await wrongDues(db, lines)),
    ...(await wrongRates(db, lines)),
  ];
}

const wrong = violationsOf('settings');

async function wrongSettings(db: Db, lines: readonly Line[]): Promise<Violation[]> {
  const told: Record<string, unknown> = { ...defaultSettings };
  for (const { sesudah } of lines) Object.assign(told, sesudah);
  const stored = await db.selectFrom('settings').selectAll().execute();
  const is: Record<string, unknown> = {
    ...defaultSettings,
    ...Object.fromEntries(stored.map(({ kunci, nilai }) => [kunci, JSON.parse(nilai) as unknown])),
  };
  return Object.keys(is)
    .filter((key) => key !== 'duesAmount' && key !== 'timeZone' && !isDeepStrictEqual(is[key], told[key]))
    .map((key) =>
      wrong('settings', key, `riwayat perubahan menyebut ${shown(told[key])}, bukan ${shown(is[key])}`),
    );
}

const shown = (value: unknown) => (value === undefined || value === '' ? 'kosong' : JSON.stringify(value));

const hour = 60 * 60 * 1_000;
/** The month of an instant in the westernmost and in the easternmost time zone. */
const monthsOf = (instant: string) =>
  [-12, 14].map((hours) =>
    new Date(Date.parse(instant) + hours * hour).toISOString().slice(0, 'YYYY-MM'.length),
  );

async function wrongDues(db: Db, lines: readonly Line[]): Promise<Violation[]> {
  /** What a month's dues may be; where a change fell on the border of two months, either. */
  const told = new Map<string, Set<unknown>>();
  const certain = new Set<string>();
  for (const { aksi, tanggal, sesudah } of lines) {
    if (aksi === 'rate.set') {
      const { sejak, jumlah } = sesudah ?? {};
      if (!isForSome(sesudah ?? {})) told.set(String(sejak), new Set([jumlah]));
      continue;
    }
    const noted = (sesudah?.iuran ?? []) as { sejak: string; jumlah: number }[];
    for (const { sejak, jumlah } of noted) {
      told.set(sejak, new Set([jumlah]));
      certain.add(sejak);
    }
    const { duesAmount, sejak } = sesudah ?? {};
    if (duesAmount === undefined) continue;
    const [first = '', second = ''] = sejak === sinceEver ? [sinceEver, sinceEver] : monthsOf(tanggal);
    if (first === second) {
      told.set(first, new Set([duesAmount]));
      certain.add(first);
    } else
      for (const month of [first, second]) told.set(month, (told.get(month) ?? new Set()).add(duesAmount));
  }
  const stored = await listDues(db);
  const violations = stored
    .filter(({ sejak, jumlah }) => !told.get(sejak)?.has(jumlah))
    .map(({ sejak, jumlah }) =>
      wrong('dues', sejak, `riwayat perubahan tidak menyebut iuran ${jumlah} untuk bulan ini`),
    );
  for (const sejak of certain)
    if (!stored.some((dues) => dues.sejak === sejak))
      violations.push(wrong('dues', sejak, 'ada di riwayat perubahan, tetapi sudah tidak ada'));
  return violations;
}

const isForSome = ({ huruf_blok, rumah, user_id }: Readonly<Record<string, unknown>>) =>
  Boolean(huruf_blok ?? rumah ?? user_id);

/** Rates for a block, a house status or one house, each of which one audit row explains. */
async function wrongRates(db: Db, lines: readonly Line[]): Promise<Violation[]> {
  const told = new Map(
    lines.flatMap(({ aksi, entitas_id, sesudah }) =>
      aksi === 'rate.set' && entitas_id !== null && isForSome(sesudah ?? {}) ? [[entitas_id, sesudah]] : [],
    ),
  );
  const stored = (await db.selectFrom('tarif').selectAll().execute()).filter(isForSome);
  const ids = new Set(stored.map(({ id }) => id));
  return [
    ...stored
      .filter(({ id, ...rate }) => !isDeepStrictEqual(rate, told.get(id)))
      .map(({ id }) => wrong('tarif', String(id), 'riwayat perubahan tidak menyebut tarif ini')),
    ...[...told.keys()]
      .filter((id) => !ids.has(id))
      .map((id) => wrong('tarif', String(id), 'ada di riwayat perubahan, tetapi sudah tidak ada')),
  ];
}
