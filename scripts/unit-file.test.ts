/** What the systemd unit keeps from the server. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const unit = 'deploy/guyub.service';
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' }).stdout ?? '';
/** From 250 on it rates a file that is not installed. */
const canRate = Number(/^systemd (\d+)/.exec(analyze('--version'))?.[1] ?? 0) >= 250;

test.skipIf(!canRate)('systemd rates the exposure of the unit below 2.5', () => {
  const rated = analyze('security', '--offline=true', '--no-pager', unit);
  const [, exposure] = /exposure level for guyub\.service: ([\d.]+)/.exec(rated) ?? [];
  expect(Number(exposure)).toBeLessThan(2.5);
});

test('the unit filters system calls, grants no new privileges, and bounds memory, processes and files', () => {
  const settings = readFileSync(unit, 'utf8').split('\n');
  for (const setting of [
    /^SystemCallFilter=@system-service$/,
    /^SystemCallFilter=~@privileged$/,
    /^NoNewPrivileges=yes$/,
    /^CapabilityBoundingSet=$/,
    /^ProtectSystem=strict$/,
    /^MemoryMax=\d+M$/,
    /^TasksMax=\d+$/,
    /^LimitNOFILE=\d+$/,
    /^LimitCORE=0$/,
  ])
    expect(settings).toContainEqual(expect.stringMatching(setting));
});
