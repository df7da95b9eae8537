/**
 * Re-encodes pictures: upright, without metadata, at most 1600 px, with a thumbnail. Runs in a child process
 * with a memory limit. If it crashes, only the current upload fails; the next picture starts a new process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Refusal } from '../refusal.ts';
import type { Upload } from './upload.ts';

export interface ImageOrder {
  source: string | Uint8Array;
  /** Longest side in pixels; each size is made from the previous one. */
  sizes: readonly { side: number; quality: number }[];
}

export type ImageAnswer = { made: Uint8Array[] } | { refusal: 'broken_image' | 'image_too_large' };

export interface Picture {
  full: Buffer;
  thumbnail: Buffer;
}

export const pictureType = 'image/jpeg';

/** @throws Refusal for what is no picture, or if the client has hung up when its turn comes */
export const makePicture = ({ path, isAbandoned }: Upload): Promise<Picture> =>
  make(path, isAbandoned, { side: 1_600, quality: 82 }, { side: 320, quality: 70 });

/** @throws as `makePicture` */
export const makeProfilePhoto = (source: Buffer): Promise<Picture> =>
  make(source, () => false, { side: 256, quality: 80 }, { side: 96, quality: 75 });

const nothing = Buffer.alloc(0);

const queue = pLimit(1);
/** 100 pictures take about 15 seconds. */
const mostWaiting = 100;

/** Timeout in milliseconds, far above the time on slow machines. Crafted pictures can take arbitrarily long. */
const longest = 30_000;
/** Milliseconds. An idle process takes 60 MB; starting a new one takes 0.3 s. */
const idleFor = 10_000;

let decoder: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

async function make(
  source: ImageOrder['source'],
  isAbandoned: Upload['isAbandoned'],
  ...sizes: ImageOrder['sizes']
): Promise<Picture> {
  if (queue.pendingCount >= mostWaiting) throw new Refusal('busy');
  const answer = await queue(async () => {
    if (isAbandoned()) throw new Refusal('upload_interrupted');
    clearTimeout(idle);
    decoder ??= start();
    const answered = await ask(decoder, { source, sizes });
    idle = setTimeout(stop, idleFor).unref();
    return answered;
  });
  if ('refusal' in answer) throw new Refusal(answer.refusal);
  const [full = nothing, thumbnail = nothing] = answer.made.map((picture) => Buffer.from(picture));
  return { full, thumbnail };
}

/** @throws Refusal busy if the process was killed from outside; Error if it cannot run at all */
async function ask(child: ChildProcess, order: ImageOrder): Promise<ImageAnswer> {
  let isLate = false;
  const end = () => {
    isLate = true;
    child.kill('SIGKILL');
  };
  const clock = setTimeout(end, longest);
  const answer = await new Promise<ImageAnswer | null>((resolve) => {
    child.once('message', resolve);
    child.once('close', () => resolve(null));
    child.send(order, () => {});
  });
  clearTimeout(clock);
  child.removeAllListeners('message').removeAllListeners('close');
  if (answer) return answer;
  decoder = undefined;
  if (isLate) return { refusal: 'image_too_large' };
  if (child.signalCode === null)
    throw new Error(`the process that decodes pictures ended: ${child.exitCode}`);
  // Killed by the out-of-memory killer or by hand. Other signals are caused by the picture.
  if (child.signalCode === 'SIGKILL' || child.signalCode === 'SIGTERM') throw new Refusal('busy');
  return { refusal: 'broken_image' };
}

function stop() {
  decoder?.disconnect();
  decoder = undefined;
}

/**
 * Data segment limit (`ulimit -d`) in kilobytes, enforced on Linux only. The process itself uses 76,000 at
 * first and 100,000 after some pictures, mostly thread stacks; the largest allowed picture takes 262,000.
 */
const memoryLimit = 280_000;
/** oom_score_adj: the kernel kills this process first when memory runs out. */
const limits = `{ echo 1000 >/proc/self/oom_score_adj; ulimit -d ${memoryLimit}; } 2>/dev/null; exec "$@"`;

function start(): ChildProcess {
  // The JIT would reserve half a gigabyte of address space for code, which counts towards the limit.
  const flags = ['--jitless', '--max-old-space-size=48', '--max-semi-space-size=1', '--v8-pool-size=0'];
  const node = [process.execPath, ...flags, join(import.meta.dirname, 'image-process.mjs')];
  const command = process.platform === 'win32' ? node : ['sh', '-c', limits, 'sh', ...node];
  const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
  const child = spawn(command[0] ?? '', command.slice(1), {
    // A minimal environment without secrets, in case a picture exploits the decoder.
    env: { PATH, SystemRoot, NODE_COMPILE_CACHE, ...malloc, UV_THREADPOOL_SIZE: '1', VIPS_WARNING: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.on('error', () => {});
  child.on('exit', () => {
    if (decoder === child) decoder = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}
