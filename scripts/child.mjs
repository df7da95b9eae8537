import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command and returns its exit code. The command gets its own process group and each signal once: Ctrl-C reaches
 * npm and this process, npm forwards it as well, and the server must see a single SIGINT.
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
