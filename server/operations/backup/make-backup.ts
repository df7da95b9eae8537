/** An archive is restored into a scratch database and checked before it gets its final name. */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { VerifiedBackup } from '../../../contract/backup.ts';
import { erasuresIn, keepErasures } from '../../areas/erasure/kept-erasures.ts';
import { findKey } from '../../areas/log/queries.ts';
import type { Context } from '../../context.ts';
import { backupJob, finishJob, lastResult } from '../../database/jobs.ts';
import { newestSchema, schemaOf } from '../../database/migrate.ts';
import { withDatabase } from '../../database/open.ts';
import { makeFolder } from '../../make-folder.ts';
import { syncFolder } from '../../storage/sync-folder.ts';
import { lockFolder } from '../in-use.ts';
import type { SignedBy } from './archive.ts';
import { type ArchiveFile, makeOwnKey } from './encryption.ts';
import { archiveSigner } from './origin.ts';
import { inspectArchive, loadRows, storedIn } from './read-backup.ts';
import { archiveName, datedAhead, isLeftover, type Manifest, outdated } from './rules.ts';
import { verifyCopy } from './verify-copy.ts';
import { writeArchive } from './write-archive.ts';

type Estate = Pick<Context, 'config' | 'database' | 'storage' | 'write' | 'clock'>;

/**
 * Signed by the key of the log, and encrypted if the operator wishes.
 * @param keep number of earlier backups to keep in the folder; all if undefined
 * @throws InUse if another backup is being written into the folder
 */
export async function makeBackup(estate: Estate, folder: string, keep?: number) {
  makeFolder(folder, 0o700);
  const release = lockFolder(folder, 'alone', 'Another backup is being made: wait until that is done.');
  try {
    await removeLeftovers(folder);
    if (keep !== undefined) await makeRoom(estate, folder, keep);
    const made = estate.clock();
    const { recipient } = estate.config.backup;
    const encrypted = recipient !== undefined;
    const own = encrypted ? await makeOwnKey(recipient) : undefined;
    const recipients = own && encrypted ? [recipient, own.recipient] : [];
    const partial = join(folder, `${archiveName(made, { violated: false, encrypted })}.partial`);
    try {
      const signer = archiveSigner(estate.config);
      await writeArchive(estate, partial, made, { signer, recipients });
      const archive = { path: partial, identity: own?.identity };
      const { manifest, signedBy, violations } = await verifyArchive(archive);
      const path = join(folder, archiveName(made, { violated: violations.length > 0, encrypted }));
      await rename(partial, path);
      await syncFolder(folder);
      // A database with pending migrations may lack the table.
      const isCurrent = manifest.schema === newestSchema;
      if (violations.length === 0 && isCurrent) await remember(estate, path, manifest);
      if (isCurrent) await keepErasures(erasuresIn(folder), estate.database.read);
      if (keep !== undefined) await rotate(folder, keep, made, basename(path));
      const ahead = datedAhead(await readdir(folder), made);
      return { path, manifest, violations, ahead, signature: await judgeSignature(estate, signedBy) };
    } finally {
      await removeLeftovers(folder);
    }
  } finally {
    release();
  }
}

const scratchOf = (partial: string) => `${partial}.scratch.partial`;

/**
 * Always uses SQLite next to the archive: the live database is not touched, and the archive is proven to be
 * readable without it.
 * @throws ArchiveDamaged, NotFaithful
 */
async function verifyArchive(archive: ArchiveFile) {
  const { manifest, signedBy } = await inspectArchive(archive);
  const place = { dataDir: scratchOf(archive.path), databaseUrl: undefined };
  return await withDatabase(place, async (scratch) => {
    await loadRows(scratch, archive, manifest);
    return { manifest, signedBy, violations: await verifyCopy(scratch, storedIn(manifest), manifest) };
  });
}

/** Whether `proveOrigin` will believe the archive. */
async function judgeSignature({ database }: Estate, signedBy: SignedBy): Promise<'none' | 'right' | 'wrong'> {
  if (signedBy === undefined) return 'none';
  const known = await findKey(database.read).catch(() => undefined); // an older schema has no log
  const own = known && Buffer.from(known.kunci_publik, 'base64').toString('hex');
  return own === undefined || own === signedBy ? 'right' : 'wrong';
}

async function remember({ write }: Estate, path: string, { created, tables, money }: Manifest) {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const { size } = await stat(path);
  const proven: VerifiedBackup = {
    tanggal: created,
    nama: basename(path),
    ukuran: size,
    totalAkun: rows('users'),
    totalPembayaran: rows('payments'),
    totalFile: rows('files'),
    saldo: money.saldo,
  };
  await write('system', (tx) => finishJob(tx, backupJob, proven));
}

async function removeLeftovers(folder: string) {
  for (const name of await readdir(folder))
    if (isLeftover(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Rotates before the backup, so that a smaller `keep` also helps if the disk is full. */
async function makeRoom({ database: { read }, clock }: Estate, folder: string, keep: number) {
  if ((await schemaOf(read)) !== newestSchema) return;
  const proven = await lastResult<VerifiedBackup>(read, backupJob);
  await rotate(folder, keep, clock(), proven?.nama);
}

/** @param stays name of the last backup, kept even if a wrong clock gave earlier ones later names */
async function rotate(folder: string, keep: number, now: Date, stays: string | undefined) {
  for (const name of outdated(await readdir(folder), keep, now))
    if (name !== stays) await rm(join(folder, name));
}
