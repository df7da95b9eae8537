import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { keyDays } from '../../contract/endpoint.ts';
import { deleteStaleSessions, deleteUnusedDevices } from '../areas/auth/queries.ts';
import { deviceDays } from '../areas/auth/session-tokens.ts';
import { besideKey, keepErasures } from '../areas/erasure/kept-erasures.ts';
import { latestCheckpoint } from '../areas/log/sign-checkpoint.ts';
import { deliverPushes } from '../areas/push/deliver-pushes.ts';
import { daysAfter } from '../clock.ts';
import type { Context } from '../context.ts';
import { usedSince } from '../database/author.ts';
import { backupJob, checkJob } from '../database/jobs.ts';
import { forgetAnswers } from '../database/once.ts';
import { databaseSlots } from '../database/slots.ts';
import { temporaryFolder } from '../http/bind.ts';
import { sweepOrphans } from '../http/files/sweep.ts';
import { prepareTemporaryFolder } from '../http/multipart.ts';
import { checkEstate } from './doctor/check-estate.ts';
import { fillChecksums } from './fill-checksums.ts';
import { removeOldPhotos } from './remove-old-photos.ts';
import { everyDay, unlessBusy } from './schedule.ts';
import { warnOfFullStorage } from './warn-of-full-storage.ts';
import { warnOfLateBackup } from './warn-of-late-backup.ts';

/** Share of the time that the check may take, so that requests are not slowed down. */
const share = 0.25;

/**
 * Returns a function that stops the jobs; it resolves once no push is being sent.
 * @param every interval of the schedule in milliseconds
 */
export function startBackground(context: Context, every?: number): () => Promise<void> {
  const check = async () => {
    const { violations } = await checkEstate(context, share);
    for (const violation of violations) context.log.error(violation, 'a rule of the estate is broken');
  };
  check().catch((err: unknown) => context.log.error({ err }, 'the estate could not be checked'));
  keepErasures(besideKey(context.config), context.db).catch((err: unknown) =>
    context.log.error({ err }, 'the list of erasures could not be written'),
  );
  const stopping = new AbortController();
  const stopChecking = everyDay(context, [{ name: checkJob, run: check }], every);
  // One after the other: a clean-up must not remove files that the backup is about to read.
  const upkeep = [{ name: 'clean-up', run: () => cleanUp(context) }];
  if (context.config.backup.keep > 0)
    upkeep.push({ name: backupJob, run: () => backUpOrWarn(context, stopping.signal) });
  const stopUpkeep = everyDay(context, upkeep, every);
  const sign = makeSigning(context);
  const signing = setInterval(() => void sign(), signingInterval);
  const stopPushing = startPushing(context);
  return async () => {
    stopChecking();
    stopUpkeep();
    clearInterval(signing);
    stopping.abort();
    await stopPushing();
  };
}

/** Leaves are in a signed checkpoint within a minute. */
export const signingInterval = 20_000;

/** Signs whatever is new. */
export const makeSigning = (context: Pick<Context, 'db' | 'write' | 'signer' | 'log'>) =>
  unlessBusy(async () => {
    await latestCheckpoint(context).catch((err: unknown) =>
      context.log.error({ err }, 'the log could not be signed'),
    );
  });

/** A push leaves within seconds; the request that caused it does not wait for it. */
const pushingInterval = 3_000;

/** Milliseconds; then pushes under way are given up when the server stops. */
const graceOfPushes = 1_000;

function startPushing(context: Context): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const push = unlessBusy(async () => {
    running = deliverPushes(context, stopping.signal).catch((err: unknown) =>
      context.log.error({ err }, 'pushes could not be sent'),
    );
    await running;
  });
  const timer = setInterval(() => void push(), pushingInterval);
  return async () => {
    clearInterval(timer);
    setTimeout(() => stopping.abort(), graceOfPushes).unref();
    await running;
  };
}

/** In one job: while one process makes the backup of the day, no other one may call it late. */
async function backUpOrWarn(context: Context, stopping: AbortSignal): Promise<void> {
  try {
    await backUp(context, stopping);
  } finally {
    if (!stopping.aborted) await warnOfLateBackup(context);
  }
}

const backupCommand = join(import.meta.dirname, './commands/backup.ts');

/** A separate process with low priority: packing and checking take CPU and memory. */
async function backUp({ log, realtime }: Context, stopping: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [backupCommand], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill();
  stopping.addEventListener('abort', end);
  try {
    if (child.pid !== undefined) lowerPriority(child.pid);
    const [complaint, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    // 2: the backup was made, but the data violate invariants. A retry would not change that.
    if (code === 2) log.error({ complaint }, 'the backup holds an estate that breaks rules');
    else if (code !== 0) throw new Error(`the backup was not made: ${complaint.trim() || signal}`);
    else {
      if (complaint) log.warn({ complaint }, 'the backup was made, but');
      announceBackup(realtime);
    }
  } finally {
    stopping.removeEventListener('abort', end);
  }
}

/** The process of the backup has no sockets. */
export function announceBackup(realtime: Context['realtime']): void {
  realtime.publish([{ kind: 'changed', topic: 'settings', subject: null }]);
}

/** Lowers the CPU priority, and lets the out-of-memory killer of Linux choose it first. */
function lowerPriority(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}

const hour = 60 * 60 * 1_000;

async function cleanUp(context: Context): Promise<void> {
  const { clock, config, db, storage, write } = context;
  const now = clock();
  await prepareTemporaryFolder(temporaryFolder(config.dataDir));
  await write('system', (tx) => deleteStaleSessions(tx, usedSince(now)));
  await write('system', (tx) => deleteUnusedDevices(tx, daysAfter(now, -deviceDays)));
  await write('system', (tx) => forgetAnswers(tx.db, new Date(now.getTime() - keyDays * 24 * hour)));
  // A restore that is undone needs the files of the previous database.
  if (!(await databaseSlots(config).hasPrevious())) {
    await removeOldPhotos(context);
    await sweepOrphans(db, storage, new Date(now.getTime() - hour));
  }
  await warnOfFullStorage(context);
  await fillChecksums(context);
  await keepErasures(besideKey(config), db); // the disk may have been full when somebody was erased
}
