import { existsSync } from 'node:fs';
import { run } from '../scripts/child.mjs';

/** Installs Debian packages. @returns false without root, on other systems, or if the installation failed */
export async function installPackages(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${names.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => run('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await apt('update');
  return (await apt('install', '-y', '--no-install-recommends', ...names)) === 0;
}
