/**
 * Pictures are decoded and made anew: upright, without metadata, at most 1600 px, with a small thumbnail. A process of
 * its own does it, one picture at a time, with a limit on its memory; if it dies, so does that one upload, and the next
 * picture starts another.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Refusal } from '../refusal.ts';

export interface ImageOrder {
  /** Path, or the picture itself. */
  source: string | Uint8Array;
  /** Longest side in pixels, each made from the one before. */
  sizes: readonly { side: number; quality: number }[];
}

export type ImageAnswer = { made: Uint8Array[] } | { refusal: 'broken_image' | 'image_too_large' };

export interface Picture {
  full: Buffer;
  thumbnail: Buffer;
}

export const pictureType = 'image/jpeg';

/** @throws Refusal 413, 415 or busy */
export async function makePicture(source: string): Promise<Picture> {
  const sizes = [
    { side: 1_600, quality: 82 },
    { side: 320, quality: 70 },
  ];
  const [full = nothing, thumbnail = nothing] = await make({ source, sizes });
  return { full, thumbnail };
}

/** A profile photo as a data URL. @throws as `makePicture` */
export async function makeProfilePhoto(source: Buffer): Promise<string> {
  const [photo = nothing] = await make({ source, sizes: [{ side: 256, quality: 80 }] });
  return `data:${pictureType};base64,${photo.toString('base64')}`;
}

const nothing = Buffer.alloc(0);

const queue = pLimit(1);
/** The last of them waits for a quarter of a minute, and all of them lie on the disk. */
const mostWaiting = 100;

/** Milliseconds: far more than the slowest machine needs. A picture can be made to be decoded without end. */
const longest = 30_000;
/** An idle process takes 60 MB, a new one starts within a third of a second. */
const idleFor = 10_000;

let decoder: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/** @throws Refusal busy in a flood, so that those who are in the queue see its end */
async function make(order: ImageOrder): Promise<Buffer[]> {
  if (queue.pendingCount >= mostWaiting) throw new Refusal('busy');
  const answer = await queue(async () => {
    clearTimeout(idle);
    decoder ??= start();
    const answered = await ask(decoder, order);
    idle = setTimeout(stop, idleFor).unref();
    return answered;
  });
  if ('refusal' in answer) throw new Refusal(answer.refusal);
  return answer.made.map((picture) => Buffer.from(picture));
}

/** @throws Refusal busy when the process was ended from outside; Error when it does not work at all */
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
    child.send(order, () => {}); // to one that has just died; its end is told by 'close'
  });
  clearTimeout(clock);
  child.removeAllListeners('message').removeAllListeners('close');
  if (answer) return answer;
  decoder = undefined;
  if (isLate) return { refusal: 'image_too_large' };
  if (child.signalCode === null)
    throw new Error(`the process that decodes pictures ended: ${child.exitCode}`);
  // By the kernel when the machine's memory is used up, or by somebody; other signals are the picture's doing.
  if (child.signalCode === 'SIGKILL' || child.signalCode === 'SIGTERM') throw new Refusal('busy');
  return { refusal: 'broken_image' };
}

function stop() {
  decoder?.disconnect();
  decoder = undefined;
}

/**
 * Kilobytes of memory of its own. One at work has 95,000, much of it stacks of threads; the rest is what `maxMemory` in `image-process.mjs` allows a
 * picture, and what each needs beside that. Linux keeps it; elsewhere the estimate alone bounds.
 */
const memoryLimit = 250_000;
/** Where the memory of the machine runs out, the kernel ends this process first. */
const limits = `{ echo 1000 >/proc/self/oom_score_adj; ulimit -d ${memoryLimit}; } 2>/dev/null; exec "$@"`;

function start(): ChildProcess {
  // Without a compiler, V8 does not reserve the half gigabyte for its code that the limit would count.
  const flags = ['--jitless', '--max-old-space-size=48', '--max-semi-space-size=1', '--v8-pool-size=0'];
  const node = [process.execPath, ...flags, join(import.meta.dirname, 'image-process.mjs')];
  const command = process.platform === 'win32' ? node : ['sh', '-c', limits, 'sh', ...node];
  const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
  const child = spawn(command[0] ?? '', command.slice(1), {
    // No secrets: a picture that takes this process over finds none.
    env: { PATH, SystemRoot, NODE_COMPILE_CACHE, ...malloc, UV_THREADPOOL_SIZE: '1', VIPS_WARNING: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.on('error', () => {}); // it could not be started; 'close' follows
  child.on('exit', () => {
    if (decoder === child) decoder = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}
