// Creates a ketua account: the first one of a new estate, or another one if no ketua can sign in.
//   npm run create-ketua -- --nama "Bambang Hartono" --email bambang@contoh.id
// The password is KETUA_PASSWORD or the first line of standard input; otherwise one is generated and printed once.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { email, newPassword, personName } from '../../../contract/fields.ts';
import { insertAccount } from '../../areas/accounts/queries.ts';
import { assertStrongEnough } from '../../areas/accounts/rules.ts';
import { hashPassword } from '../../areas/auth/hash-password.ts';
import { readSettings } from '../../areas/settings/queries.ts';
import type { Config } from '../../config.ts';
import { migrateEmpty } from '../../database/migrate.ts';
import { fingerprintOfPassword } from '../../database/password-fingerprint.ts';
import { messagesByField } from '../../http/input.ts';
import { openEstate } from '../estate.ts';
import { refuseMoved } from '../move/move.ts';
import { runCommand, withoutRestore } from './run-command.ts';

const Ketua = z.object({ nama: personName, email, password: newPassword });
type Ketua = z.output<typeof Ketua>;

await runCommand(import.meta.filename, async (config) => {
  const { values } = parseArgs({
    options: { nama: { type: 'string' }, email: { type: 'string' } },
  });
  const given = {
    nama: values.nama ?? (await ask('Name: ')),
    email: values.email ?? (await ask('E-mail: ')),
    password: process.env.KETUA_PASSWORD ?? (await readPipe()),
  };
  const madeUp = given.password ? undefined : randomBytes(12).toString('base64url');
  const parsed = z.safeParse(Ketua, { ...given, password: madeUp ?? given.password });
  if (!parsed.success) throw new Error(Object.values(messagesByField(parsed.error.issues)).join('\n'));
  await withoutRestore(config, () => create(config, parsed.data));
  console.log(`${parsed.data.email} can sign in as ketua.`);
  if (madeUp) console.log(`Password, shown this once: ${madeUp}`);
});

async function create(config: Config, { nama, email: address, password }: Ketua): Promise<void> {
  const { database, write, close } = openEstate(config);
  try {
    await migrateEmpty(database);
    await refuseMoved(database);
    const names = [nama, (await readSettings(database.read)).estateName];
    assertStrongEnough('ketua', { password, names, field: 'password' });
    const hash = await hashPassword(password);
    await write('system', async (tx) => {
      const account = await insertAccount(tx, {
        nama,
        email: address,
        no_hp: null,
        blok: null,
        jenis: 'ketua',
        jumlah_keluarga: null,
        password_hash: hash,
      });
      await tx.audit('account.created', 'users', account.id, {
        sesudah: { ...account, sidik_password: fingerprintOfPassword(hash) },
      });
    });
  } finally {
    await close();
  }
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Say --nama and --email.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** First line of piped input. Never prompts, so that no password is shown on a screen. */
async function readPipe(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  return (await text(process.stdin)).split(/\r?\n/, 1)[0];
}
