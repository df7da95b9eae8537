/** The audit rows against the log that anybody can check, and the log against everything that was ever signed. */
import { type KeyObject, verify } from 'node:crypto';
import { verifyCheckpoint } from '../../../contract/checkpoint.ts';
import { isRotation, nextKeyIn } from '../../../contract/key-chain.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
  type VerifierKey,
  type VerifyEd25519,
} from '../../../contract/signed-note.ts';
import { tileWidth } from '../../../contract/tile-path.ts';
import { verifierKeyOf } from '../../areas/log/list-verifier-keys.ts';
import { countLeaves, listKeys } from '../../areas/log/queries.ts';
import { verifierOf } from '../../areas/log/read-key.ts';
import { type Erased, erasedIn, leafOf, type StoredRow } from '../../database/audit-leaf.ts';
import { coveredBy, type Erasures, listErasures } from '../../database/erasures.ts';
import type { Db } from '../../database/open.ts';
import * as queries from './log-queries.ts';
import { type Ids, lastId, ranges } from './queries.ts';
import { makeRunningTree, type TileRoot } from './running-tree.ts';
import { type Pace, type Violation, violationsOf } from './violation.ts';

const wrong = violationsOf('log');

export async function* checkLog(db: Db, pace: Pace): AsyncGenerator<Violation> {
  const origins = await queries.listOrigins(db);
  // In this order: a checkpoint that is signed meanwhile covers more leaves than were counted.
  const logs: Log[] = [];
  for (const asal_id of origins)
    logs.push({
      asal_id,
      signed: await queries.lastSigned(db, asal_id),
      size: await countLeaves(db, asal_id),
    });
  const erasures = await listErasures(db);
  for (const ids of ranges(await lastId(db, 'audit')))
    yield* await pace(() => wrongAuditRows(db, origins, ids, erasures));
  for (const log of logs) yield* checkTree(db, pace, log);
}

async function wrongAuditRows(db: Db, origins: readonly number[], ids: Ids, erasures: Erasures) {
  const rows = await queries.listWithLeaves(db, origins, ids);
  const violations: Violation[] = [];
  /** Somebody may be erased during the check. */
  let newest: Erasures | undefined;
  for (const { daun, nilai_nama, nilai_isi, ...row } of rows) {
    const { id } = row;
    const says = whatIsWrong(row, daun);
    const erased = erasedIn(row, { nama: nilai_nama, isi: nilai_isi });
    if (says !== null) violations.push(wrong('audit', id, `${aboutRow(row)} ${says}`));
    else if (erased === null) violations.push(wrong('audit', id, `${aboutRow(row)} ${notTheOriginal}`));
    else if (!isCovered(erased, coveredBy(erasures, row))) {
      newest ??= await listErasures(db);
      if (!isCovered(erased, coveredBy(newest, row)))
        violations.push(wrong('audit', id, `${aboutRow(row)} ${lostWithoutErasure}`));
    }
  }
  return violations;
}

const notTheOriginal = 'menyebut nama atau isi yang bukan aslinya; log menyimpan sidiknya';
const lostWithoutErasure = 'kehilangan nama atau isinya, padahal log tidak menyebut penghapusan data pribadi';

const isCovered = ({ nama, fields }: Erased, covered: ReturnType<typeof coveredBy>) =>
  (!nama || covered.nama) && fields.every(covered.isErased);

function whatIsWrong(row: StoredRow & { id: number }, daun: string | null): string | null {
  if (daun === null) return 'tidak ada di log, jadi ditambahkan dari luar aplikasi';
  if (daun === leafOf(row.id, row)) return null;
  return 'berbeda dengan log: isi, tanggal, atau pelakunya diubah dari luar aplikasi';
}

type Named = Pick<StoredRow, 'aksi' | 'entitas' | 'entitas_id'>;

const aboutRow = ({ aksi, entitas, entitas_id }: Named) =>
  `catatan ${aksi} tentang ${entitas}${entitas_id === null ? '' : ` ${entitas_id}`}`;

const leavesAtOnce = 4 * tileWidth;

interface Log {
  asal_id: number;
  signed: number;
  size: number;
}

/** What has been read of a log. After a gap or a wrong root all later roots are wrong, and are not reported again. */
interface Progress {
  tree: ReturnType<typeof makeRunningTree>;
  /** The key in use at this place: the first one, or the one that a leaf named since. */
  key: VerifierKey | undefined;
  next: number;
  isWhole: boolean;
}

async function* checkTree(db: Db, pace: Pace, log: Log): AsyncGenerator<Violation> {
  const { asal_id, signed, size } = log;
  if (signed > size)
    yield wrong('log_daun', size, `log berisi ${size} catatan, padahal ${signed} pernah ditandatangani`);
  const keys = await keysOf(db, asal_id);
  const progress: Progress = { tree: makeRunningTree(), key: keys[0], next: 0, isWhole: true };
  for (let from = 0; from < size; from += leavesAtOnce) {
    const portion = { from, to: Math.min(from + leavesAtOnce, size) - 1 };
    yield* await pace(() => wrongLeaves(db, log, portion, progress));
  }
  if (progress.next < size) yield gap(progress.next);
  const last = keys.at(-1);
  if (progress.isWhole && last?.keyId !== progress.key?.keyId)
    yield wrong('log_kunci', last?.keyId ?? null, 'kunci ini dipakai, padahal log tidak mengumumkannya');
}

/** The leaf itself is signed under the key before it. */
async function keyAfter(leaf: string, key: VerifierKey | undefined): Promise<VerifierKey | undefined> {
  const next = key && nextKeyIn(leaf, formatVerifierKey(key));
  return next === undefined ? key : ((await parseVerifierKey(next)) ?? key);
}

const gap = (indeks: number) =>
  wrong('log_daun', indeks, 'catatan log nomor ini hilang; nomornya harus berurutan');

async function wrongLeaves(
  db: Db,
  { asal_id, signed }: Log,
  { from, to }: Ids,
  progress: Progress,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const leaves = await queries.listLeavesFrom(db, asal_id, { from, to });
  const checkpoints = await queries.listCheckpointsFrom(db, asal_id, { from: from + 1, to: to + 1 });
  const bySize = new Map(checkpoints.map(({ ukuran, catatan }) => [ukuran, catatan]));
  const tiles: TileRoot[] = [];
  for (const { indeks, audit_id, isi, ada } of leaves) {
    if (indeks !== progress.next) {
      violations.push(gap(progress.next));
      progress.isWhole = false;
    }
    progress.next = indeks + 1;
    if (ada === null)
      violations.push(wrong('audit', audit_id, `${aboutLeaf(isi)} ada di log, tetapi dihapus dari riwayat`));
    if (!progress.isWhole) continue;
    tiles.push(...progress.tree.append(isi));
    const catatan = bySize.get(indeks + 1);
    if (catatan !== undefined) {
      const expected = { size: indeks + 1, root: progress.tree.root() };
      const says = await wrongCheckpoint(catatan, progress.key ? [progress.key] : [], expected);
      if (says !== null) violations.push(wrong('log_kepala', indeks + 1, says.says));
      if (says?.isFinal) progress.isWhole = false;
    }
    if (isRotation(isi)) progress.key = await keyAfter(isi, progress.key);
  }
  violations.push(...(await wrongTiles(db, asal_id, tiles, signed)));
  return violations;
}

const aboutLeaf = (isi: string): string => {
  try {
    return aboutRow(JSON.parse(isi) as Named);
  } catch {
    return 'catatan yang tidak terbaca';
  }
};

/** @param signed only subtrees of signed leaves are stored */
async function wrongTiles(db: Db, asal_id: number, tiles: readonly TileRoot[], signed: number) {
  const violations: Violation[] = [];
  for (const [tingkat, roots] of Map.groupBy(tiles, (tile) => tile.tingkat)) {
    const numbers = roots.map(({ nomor }) => nomor);
    const ids = { from: Math.min(...numbers), to: Math.max(...numbers) };
    const stored = await queries.listTileRoots(db, asal_id, tingkat, ids);
    for (const { nomor, hash } of roots) {
      const kept = stored.get(nomor);
      if (kept === undefined && (nomor + 1) * tileWidth ** tingkat > signed) continue;
      if (kept === hash.toString('base64')) continue;
      const says = `ringkasan log (tile) ${tingkat}/${nomor} tidak cocok dengan catatan yang diringkasnya`;
      violations.push(wrong('log_simpul', `${tingkat}/${nomor}`, says));
    }
  }
  return violations;
}

async function wrongCheckpoint(
  catatan: string,
  keys: readonly VerifierKey[],
  expected: { size: number; root: Buffer },
): Promise<{ says: string; isFinal: boolean } | null> {
  const verdict = await verifyCheckpoint(catatan, keys, verifyByNode);
  if (!verdict.valid || verdict.checkpoint.size !== expected.size) {
    const why =
      !verdict.valid && verdict.reason === 'unknown_key'
        ? 'tidak ditandatangani kunci perumahan ini'
        : 'bukan yang ditandatangani server';
    return { says: `kepala log berukuran ${expected.size} ${why}`, isFinal: false };
  }
  if (expected.root.equals(verdict.checkpoint.root)) return null;
  const says = `isi log sampai nomor ${expected.size} bukan lagi yang ditandatangani: riwayatnya diubah sesudahnya`;
  return { says, isFinal: true };
}

/** Oldest first. */
async function keysOf(db: Db, asal_id: number): Promise<VerifierKey[]> {
  const keys = (await listKeys(db)).filter((key) => key.asal_id === asal_id).toReversed();
  return await Promise.all(keys.map(verifierKeyOf));
}

const keyObjects = new Map<string, KeyObject>();

export const verifyByNode: VerifyEd25519 = async (publicKey, message, signature) => {
  const name = Buffer.from(publicKey).toString('base64url');
  let key = keyObjects.get(name);
  if (!key) keyObjects.set(name, (key = verifierOf(publicKey)));
  return verify(null, message, key, signature);
};
