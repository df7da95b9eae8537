// Entry point for systemd and containers: starts the server with memory settings that fit the machine. The server
// replaces this process (execve), so that signals reach it.
import { join } from 'node:path';
import { run } from './child.mjs';
import { memorySettings } from './memory-settings.ts';

const { flags, env } = memorySettings(process.env);
const command = [process.execPath, ...flags, join(import.meta.dirname, '../server/main.ts')] as const;
// Not available on Windows.
if (process.platform !== 'win32') process.execve?.(command[0], command, env);
process.exitCode = await run(command[0], command.slice(1), { env });
