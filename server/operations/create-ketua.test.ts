/** Passwords for create-ketua, and what it refuses; `production.test.ts` shows it on both databases. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { call } from '../testing/call.ts';
import { runScript } from '../testing/process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const createKetua = (email: string, env: Record<string, string>) =>
  runScript('server/operations/commands/create-ketua.ts', ['--nama', 'Ibu Ketua', '--email', email], {
    DATA_DIR: app.folder,
    ...env,
  });
const signIn = (email: string, password: string) => call(app.url, null, login, { body: { email, password } });

test('a password from a pipe or the environment is not printed', async () => {
  const piped = await createKetua('pipa@contoh.id', { stdin: 'lewat-pipa-77\n' });
  const named = await createKetua('lingkungan@contoh.id', { KETUA_PASSWORD: 'lewat-lingkungan-77' });
  expect(piped.out + named.out).not.toContain('lewat-');
  expect((await signIn('pipa@contoh.id', 'lewat-pipa-77')).status).toBe(200);
  expect((await signIn('lingkungan@contoh.id', 'lewat-lingkungan-77')).status).toBe(200);
});

test.each([
  ['a common password', 'umum@contoh.id', 'sayang123', 'Password terlalu umum'],
  ['a password with the product in it', 'produk@contoh.id', 'Guyub-2026', 'tidak boleh memuat nama'],
  ['a password with the own name in it', 'sendiri@contoh.id', '99ibuketua', 'tidak boleh memuat nama'],
  ['a short password', 'pendek@contoh.id', 'abc', 'Password minimal 6 karakter'],
  ['no e-mail', 'bukan-email', 'kunci-panjang-77', 'Format email tidak valid'],
  ['an empty e-mail', '', 'kunci-panjang-77', 'Email wajib diisi'],
  ['a taken e-mail', 'pipa@contoh.id', 'kunci-panjang-77', 'Email sudah digunakan akun lain.'],
])('refuses %s with a message and exit code 1', async (_, email, password, sentence) => {
  const { code, err } = await createKetua(email, { KETUA_PASSWORD: password });
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect((await signIn(email, password)).status).not.toBe(200);
});
