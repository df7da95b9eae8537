// `node bench/examine.ts doctor|floor DATA_DIR`: the doctor's whole check of an estate on SQLite, or a plain read of the
// same rows and files; prints what it took as JSON. A process of its own, so that its memory is its own.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import BetterSqlite from 'better-sqlite3';
import { readConfig } from '../server/config.ts';
import { openDatabase, sqliteFile } from '../server/database/open.ts';
import { imageKey } from '../server/http/files/files.ts';
import { findViolations } from '../server/operations/doctor/find-violations.ts';
import { listPastCases } from '../server/operations/doctor/list-past-cases.ts';
import { openStorage } from '../server/storage/open.ts';
import { peakSoFar } from './measure.ts';

export interface Examined {
  /** Milliseconds. */
  wall: number;
  computed: number;
  /** Megabytes: at most, and before anything was read. */
  memory: number;
  idle: number;
  /** Milliseconds of wall time of the past cases within the whole. */
  cases: number;
  violations: number;
}

const [, , by = 'doctor', dataDir = ''] = process.argv;
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
const idle = peakSoFar('self');
const began = performance.now();
const { violations, cases } = by === 'doctor' ? await examine() : await readPlainly();
const { user, system } = process.cpuUsage();
const examined: Examined = {
  wall: performance.now() - began,
  computed: (user + system) / 1_000,
  memory: peakSoFar('self'),
  idle,
  cases,
  violations,
};
console.log(JSON.stringify(examined));

async function examine() {
  const database = openDatabase(config);
  const real = openStorage(config.storage);
  // Most rows of the estate name files that were not made. Looking for them would take a quarter of the time.
  const made = new Set(readdirSync(join(dataDir, 'files/uploads')).map(imageKey));
  const storage: typeof real = {
    ...real,
    open: async (key, range) =>
      made.has(key) ? await real.open(key, range) : { size: sizeOf(key), stream: Readable.from([]) },
  };
  await database.dialect.findDamage(database.read);
  const found = await findViolations({ database, storage, config });
  const start = performance.now();
  await listPastCases(database.read);
  const took = performance.now() - start;
  await database.close();
  return { violations: Object.values(found.counts).reduce((sum, count) => sum + count, 0), cases: took };
}

function sizeOf(key: string): number {
  return key.startsWith('documents/') ? 90_000 : 180_000;
}

async function readPlainly() {
  const database = new BetterSqlite(sqliteFile(dataDir), { readonly: true });
  database.pragma('integrity_check');
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  for (const { name } of tables)
    for (const row of database.prepare(`SELECT * FROM "${name}"`).iterate()) void row;
  const stored = database
    .prepare<[], { nama: string }>('SELECT nama FROM files WHERE sha256 IS NOT NULL')
    .all();
  for (const { nama } of stored)
    await pipeline(createReadStream(join(dataDir, 'files/uploads', nama)), createHash('sha256'));
  return { violations: 0, cases: 0 };
}
