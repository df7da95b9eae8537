import { totalmem } from 'node:os';

const megabyte = 1_048_576;

/** In megabytes: the limit of the cgroup (systemd, container), else the memory of the machine. */
const available = () =>
  Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / megabyte;

/**
 * Settings for little memory, measured with `npm run bench -- small` (docs/decisions/0015-small-machines.md).
 * By default V8 and the C library keep freed memory, and the kernel would kill the process. With 1 GB or more
 * V8's defaults are used without its memory reducer. The operator's environment takes precedence.
 */
export function memorySettings(
  env: NodeJS.ProcessEnv,
  megabytes = available(),
): { flags: string[]; env: Record<string, string> } {
  const small = megabytes < 1_024;
  const heap = Math.round(megabytes * 0.4);
  const nursery = megabytes < 512 ? 2 : 8;
  const settings: NodeJS.ProcessEnv = {
    // Return the memory of pictures and password hashes to the system.
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
