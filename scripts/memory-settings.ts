import { totalmem } from 'node:os';

const megabyte = 1_048_576;

/** What a process may use: the limit of systemd or of the container that it runs in, else all that the machine has. */
const available = () =>
  Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / megabyte;

/**
 * How to start a server that shares little memory with its daily backup, measured with `npm run bench:small`
 * (docs/decisions/0015). Left alone, V8 and the C library keep what they will perhaps need again, until the kernel
 * kills the process. Where there is a gigabyte or more V8's own sizes serve large answers faster, and it need not
 * give back in quiet times what it wants again in the next rush, which it meets up to a third slower (docs/decisions/0019).
 * What the operator has set in the environment counts everywhere.
 * @returns words for Node before the script, and the environment
 */
export function memorySettings(
  env: NodeJS.ProcessEnv,
  megabytes = available(),
): { flags: string[]; env: Record<string, string> } {
  const small = megabytes < 1_024;
  const heap = Math.round(megabytes * 0.4);
  const nursery = megabytes < 512 ? 2 : 8;
  const settings: NodeJS.ProcessEnv = {
    // Pictures and password hashes go back to the system when they are done.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...(small ? { NODE_OPTIONS: `--max-old-space-size=${heap} --max-semi-space-size=${nursery}` } : {}),
    ...env,
  };
  return {
    flags: small ? [] : ['--no-memory-reducer'],
    env: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
  };
}
