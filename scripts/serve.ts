// What systemd and the container start: the server, told how to deal with the memory that there is. The server takes
// the place of this process, so that signals reach it and nothing of this stays.
import { join } from 'node:path';
import { run } from './child.mjs';
import { memorySettings } from './memory-settings.ts';

const { flags, env } = memorySettings(process.env);
const command = [process.execPath, ...flags, join(import.meta.dirname, '../server/main.ts')] as const;
// Windows has no such call.
if (process.platform !== 'win32') process.execve?.(command[0], command, env);
process.exitCode = await run(command[0], command.slice(1), { env });
