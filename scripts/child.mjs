import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command to its end and answers its exit code. The command gets a process group of its own and
 * every signal is passed on to it once: a terminal's Ctrl-C reaches npm and us, npm forwards it to us
 * again, and the server must still see a single SIGINT.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const windows = process.platform === 'win32';
    const child = spawn(command, args, { stdio: 'inherit', detached: !windows, shell: windows, ...options });
    const passed = new Set();
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      if (!passed.has(signal)) child.kill(signal);
      passed.add(signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, pass);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass);
      resolve(code === null ? 128 + constants.signals[signal ?? 'SIGTERM'] : code);
    });
  });
}
