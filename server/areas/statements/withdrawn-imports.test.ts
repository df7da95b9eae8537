/** An import of a wrong file, or into a wrong account, is taken back as long as nobody has used its lines. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import * as statements from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement, columnsOfUnknown as columns, fileOf } from '../../testing/statement-recipes.ts';

let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  app.clock.set('2026-11-12T03:00:00.000Z');
  admin = await app.as.admin();
});
afterEach(() => app.close());

const bank = (name: string) => readFileSync(new URL(`../../testing/banks/${name}`, import.meta.url));
const send = (name: string, fields: object = {}) =>
  admin.call(statements.importStatement, {
    body: { akun_id: 1, ...fields },
    files: { berkas: fileOf(bank(name)) },
  });
/** Of an account with other transactions. */
const ofOthers = bcaStatement(
  [
    { day: '01/11', text: 'TRSF IURAN B1-6 UTAMI SASTRAWINATA', amount: 100_000 },
    { day: '09/11', text: 'SETORAN TUNAI', amount: 45_000 },
  ],
  { from: '01/10/2026', to: '10/11/2026' },
);
const withdraw = (id: number, by = admin) => by.call(statements.withdrawStatementImport, { params: { id } });
const imports = async () => (await admin.call(statements.listStatementImports)).body.data;

test('a file of another account no longer holds up the right one', async () => {
  const bri = { jenis: 'bank', nama: 'Bank BRI' } as const;
  const { id: akun_id } = (await admin.call(addMoneyAccount, { body: bri })).body;
  const wrong = (await importLines(admin, ofOthers, akun_id)).body.data;
  expect((await send('seabank.csv', { akun_id })).refusal.code).toBe('statement_does_not_join');
  const { status, body } = await withdraw(wrong.id);
  expect([status, body.message]).toEqual([200, 'Impor dibatalkan: 2 mutasi dihapus']);
  expect([await imports(), await openLines(admin)]).toEqual([[], []]);
  expect(
    await app.context.db.selectFrom('files').select('nama').where('kind', '=', 'statement').execute(),
  ).toEqual([]);
  expect((await send('seabank.csv', { akun_id })).body.data.baru).toBe(48);
  expect((await withdraw(wrong.id)).status).toBe(404);
  const { violations } = await findViolations(app.context);
  expect(violations.filter(({ invariant }) => invariant !== 'audited')).toEqual([]);
});

test('columns that were chosen wrongly are asked for again', async () => {
  const swapped = { ...columns, kolom_masuk: 'Uang Keluar', kolom_keluar: 'Uang Masuk', kolom_saldo: '' };
  const wrong = (await send('unknown.csv', swapped)).body.data;
  const again = (await send('unknown.csv')).body.data;
  await withdraw(again.id);
  expect((await send('unknown.csv')).status, 'used by the first import').toBe(201);
  for (const { id } of await imports()) expect((await withdraw(id)).status).toBe(200);
  expect((await withdraw(wrong.id)).status).toBe(404);
  expect((await send('unknown.csv')).refusal.code).toBe('statement_columns_needed');
  expect((await send('unknown.csv', columns)).body.data.saldo_akhir).toBe(19_738_462);
});

test('keeps the lines of an earlier file, which cannot go before a later one with the same days', async () => {
  const first = (await send('bca-a.csv')).body.data;
  const { id } = (await send('bca-a-overlap.csv')).body.data;
  const { status, refusal } = await withdraw(first.id);
  expect([status, refusal.message]).toEqual([
    409,
    'Impor 22 Oktober 2026 sampai 10 November 2026 lebih baru dan memuat hari yang sama. Batalkan dahulu impor itu.',
  ]);
  await withdraw(id);
  expect(await openLines(admin)).toHaveLength(48);
  expect((await send('bca-a-overlap.csv')).body.data.baru).toBe(8);
});

test('is refused while a line proves a payment or is marked, and works once they are open', async () => {
  await app.as.warga('B1-6', { nama: 'Utami Sastrawinata', created_at: '2026-10-01T00:00:00.000Z' });
  const { id } = (await importLines(admin, ofOthers)).body.data;
  const lines = await openLines(admin);
  const proposed = lines.filter(({ usulan }) => usulan);
  expect(proposed).toHaveLength(1);
  await acceptProposals(admin, proposed);
  const other = lines.find(({ usulan }) => !usulan)?.id ?? 0;
  const mark = (status: 'terbuka' | 'diabaikan') =>
    admin.call(statements.markStatementLine, { params: { id: other }, body: { status } });
  await mark('diabaikan');
  const refused = await withdraw(id);
  expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
    409,
    'import_used',
    '2 mutasi dari impor ini sudah dicocokkan atau ditandai. Buka lagi mutasi itu dahulu.',
  ]);
  await mark('terbuka');
  expect((await withdraw(id)).refusal.message).toMatch(/^1 mutasi/);
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Mutasi rekening yang salah' } });
  expect((await withdraw(id)).status).toBe(200);
  expect(await openLines(admin)).toEqual([]);
});

test('by two people at once is made once, and never together with a decision about a line', async () => {
  const ketua = await app.as.ketua();
  const { id } = (await send('bca-a.csv')).body.data;
  const [line] = await openLines(admin);
  const answers = await Promise.all([
    withdraw(id),
    withdraw(id, ketua),
    ketua.call(statements.markStatementLine, {
      params: { id: line?.id ?? 0 },
      body: { status: 'diabaikan' },
    }),
  ]);
  const [first, second, marked] = answers.map(({ status }) => status);
  if (marked === 200) expect([first, second]).toEqual([409, 409]);
  else expect([new Set([first, second]), marked]).toEqual([new Set([200, 404]), 404]);
});
