/**
 * A list of erasures beside the key of the log, and beside backups: a restored backup of before must not bring the people
 * back. It names no person.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/open.ts';
import { syncFolder } from '../../storage/sync-folder.ts';
import { listErased } from './queries.ts';

/** `sejak`: when the account was made; after a restore another one may get the same id. */
const Kept = z.array(z.object({ user_id: z.number(), sejak: z.string(), pada: z.string() }));
export type KeptErasure = z.output<typeof Kept>[number];

export const erasuresIn = (folder: string) => join(folder, 'erasures.json');
export const besideKey = ({ logKeyFile }: Pick<Config, 'logKeyFile'>) => erasuresIn(dirname(logKeyFile));

/** @throws Error if the file is damaged */
export async function readErasures(path: string): Promise<KeptErasure[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return Kept.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is no list of erasures: put it back from where you keep it.`, { cause });
  }
}

export const readKeptErasures = (config: Pick<Config, 'logKeyFile'>) => readErasures(besideKey(config));

const keyOf = ({ user_id, sejak }: KeptErasure) => `${user_id} ${sejak}`;

/** Adds those of the database that the list at `path` does not name yet. */
export async function keepErasures(path: string, db: Db): Promise<void> {
  const kept = await readErasures(path);
  const known = new Set(kept.map(keyOf));
  const missing = (await listErased(db)).filter((erasure) => !known.has(keyOf(erasure)));
  if (missing.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify([...kept, ...missing], null, 1)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  await syncFolder(dirname(path));
}
