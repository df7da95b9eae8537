import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface Check {
  name: string;
  command: [program: string, ...args: string[]];
}

export const staticChecks: Check[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', '--format=unix'] },
  { name: 'format', command: ['biome', 'check', '--colors=off'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'structure', command: [process.execPath, 'tools/check/structure.ts'] },
];

export async function runChecks(checks: Check[]): Promise<Check[]> {
  const failed: Check[] = [];
  await Promise.all(
    checks.map(async (check) => {
      const started = performance.now();
      const output = await outputOfFailure(check.command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${output === undefined ? '✓' : '✗'} ${check.name} (${seconds} s)`);
      if (output === undefined) return;
      console.log(output);
      failed.push(check);
    }),
  );
  return failed;
}

async function outputOfFailure([program, ...args]: Check['command']): Promise<string | undefined> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  );
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return code === 0 ? undefined : out + err;
}
