/** Lines whose amount is that of a bill with a unique code. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForBill, type Bill } from '../../../contract/bills.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { listOwnPaymentsWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { matchStatementLines, type StatementLine } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let admin: Person;
let budi: Person;
let ani: Person;
async function start(env: Record<string, string> = {}) {
  app = await makeApp(env); // 15 July 2026
  admin = await app.as.admin();
  [budi, ani] = [await since('A1-1', 'Budi Santoso', 5), await since('A2-1', 'Ani Wijaya', 5)];
  await (await app.as.ketua()).call(changeSettings, { body: { kodeUnik: true } });
}
beforeEach(() => start());
afterEach(() => app.close());

const since = (blok: string, nama: string, bulan: number) =>
  app.as.warga(blok, { nama, created_at: `2026-${String(bulan).padStart(2, '0')}-10T03:00:00.000Z` });
const bill = async (by: Person, months: string[]): Promise<Bill> =>
  (await by.call(askForBill, { body: { 'bulan[]': months } })).body.data;
const upload = async (by: Person, { bulan, id }: Pick<Bill, 'bulan' | 'id'>) =>
  by.call(uploadPaymentWarga, {
    body: { 'bulan[]': bulan, ...(id === null ? {} : { tagihan: id }) },
    files: { bukti_transfer: await photo() },
  });
const days = { from: '01/07/2026', to: '31/08/2026' };
async function given(...lines: [text: string, amount: number, day?: string][]) {
  const rows = lines.map(([text, amount, day = '15/07']) => ({ day, text, amount }));
  const content = bcaStatement(rows, days);
  await importLines(admin, content);
  return open();
}
const open = () => openLines(admin);
const accept = (lines: readonly StatementLine[]) => acceptProposals(admin, lines);
const paid = async (by: Person) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data
    .toReversed()
    .map(({ bulan, jumlah, status }) => [bulan, jumlah, status]);
const saldo = async () => (await admin.call(getBalance)).body.data.saldo;

test('a code decides alone, against the name in the text, and the payment is exactly the line', async () => {
  const { jumlah, kode } = await bill(budi, ['2026-06']);
  await bill(ani, ['2026-06']);
  const lines = await given(['TRSF E-BANKING CR ANI WIJAYA', jumlah]);
  expect(lines[0]?.usulan).toEqual({
    aturan: 'kode',
    tagihan: [{ user_id: budi.id, nama: 'Budi Santoso', blok: 'A1-1', bulan: ['2026-06'], jumlah }],
    halangan: null,
  });
  expect((await accept(lines)).status).toBe(200);
  expect(await paid(budi)).toEqual([[6, jumlah, 'dikonfirmasi']]);
  expect(await saldo()).toBe(jumlah);
  expect((await bill(budi, ['2026-07'])).kredit).toBe(kode);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a code of several months pays all of them, the surplus once', async () => {
  const { jumlah, kode } = await bill(budi, ['2026-05', '2026-06', '2026-07']);
  const lines = await given(['SETORAN TUNAI', jumlah]);
  await accept(lines);
  expect(await paid(budi)).toEqual([
    [5, 100_000 + (kode ?? 0), 'dikonfirmasi'],
    [6, 100_000, 'dikonfirmasi'],
    [7, 100_000, 'dikonfirmasi'],
  ]);
  expect(await saldo()).toBe(jumlah);
});

test('a code of months to come pays them, which no name alone is proposed for', async () => {
  const ahead = ['2026-07', '2026-08', '2026-09'];
  const { jumlah } = await bill(budi, ahead);
  const lines = await given(['SETORAN TUNAI', jumlah], ['TRSF E-BANKING CR ANI WIJAYA', 400_000]);
  expect(lines).toMatchObject([
    { usulan: { aturan: 'kode', tagihan: [{ user_id: budi.id, bulan: ahead, jumlah }] } },
    { usulan: null, alasan: 'jumlah' },
  ]);
  expect((await accept(lines.slice(0, 1))).status).toBe(200);
  expect((await paid(budi)).map(([bulan]) => bulan)).toEqual([7, 8, 9]);
});

test('the slip that was sent for a bill is confirmed by its line', async () => {
  const asked = await bill(budi, ['2026-06', '2026-07']);
  await upload(budi, asked);
  const lines = await given(['SETORAN TUNAI', asked.jumlah]);
  expect(lines[0]?.usulan).toMatchObject({ aturan: 'kode', tagihan: [{ jumlah: asked.jumlah }] });
  expect((await accept(lines)).status).toBe(200);
  expect((await paid(budi)).map(([, , status]) => status)).toEqual(['dikonfirmasi', 'dikonfirmasi']);
  expect(await saldo()).toBe(asked.jumlah);
});

test('a slip of which the month with the code was rejected is confirmed by its line, and that month recorded', async () => {
  const asked = await bill(budi, ['2026-06', '2026-07']);
  const { id } = (await upload(budi, asked)).body;
  const body = { status: 'ditolak' as const, catatan: 'Fotonya terpotong' };
  expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
  const lines = await given(['SETORAN TUNAI', asked.jumlah]);
  expect(lines[0]?.usulan?.aturan).toBe('kode');
  expect((await accept(lines)).status).toBe(200);
  expect(await saldo()).toBe(asked.jumlah);
  expect((await bill(budi, ['2026-08'])).kredit).toBe(asked.kode);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('the amount of a bill that was sent twice is no second proposal, before and after the first is confirmed', async () => {
  const { jumlah } = await bill(budi, ['2026-06']);
  const lines = await given(['SETORAN TUNAI', jumlah], ['SETORAN TUNAI LAGI', jumlah]);
  expect(lines.map(({ usulan, alasan }) => [usulan?.aturan, alasan])).toEqual([
    ['kode', null],
    [undefined, 'ganda'],
  ]);
  await accept(lines.slice(0, 1));
  expect(await open()).toMatchObject([{ usulan: null, alasan: 'ganda', calon: [{ user_id: budi.id }] }]);
});

test('the plain amount of a house with a bill is proposed by the other rules, and gives no credit', async () => {
  await bill(budi, ['2026-05']);
  const lines = await given(['TRSF E-BANKING CR BUDI SANTOSO', 100_000]);
  expect(lines[0]?.usulan).toMatchObject({ aturan: 'nama', tagihan: [{ bulan: ['2026-05'] }] });
  await accept(lines);
  expect(await paid(budi)).toEqual([[5, 100_000, 'dikonfirmasi']]);
  expect((await bill(budi, ['2026-06'])).kredit).toBe(0);
});

test('a slip without the code is not proposed for a line with it', async () => {
  const asked = await bill(budi, ['2026-06']);
  await upload(budi, { ...asked, id: null });
  expect(await given(['SETORAN TUNAI', asked.jumlah])).toMatchObject([
    { usulan: null, alasan: 'jumlah', calon: [{ user_id: budi.id }] },
  ]);
});

test('a bill that was replaced by another choice of months is still known by its amount', async () => {
  const first = await bill(budi, ['2026-06']);
  const other = await bill(budi, ['2026-07']);
  const lines = await given(['SETORAN TUNAI', other.jumlah], ['SETORAN TUNAI', first.jumlah]);
  expect(lines.map(({ usulan }) => usulan?.tagihan[0]?.bulan)).toEqual([['2026-07'], ['2026-06']]);
  expect((await accept(lines)).body.data.every(({ berhasil }) => berhasil)).toBe(true);
  expect(await saldo()).toBe(first.jumlah + other.jumlah);
  // Both were made without the credit of the other: the next one gives back both.
  expect((await bill(budi, ['2026-08'])).kredit).toBe((first.kode ?? 0) + (other.kode ?? 0));
});

const match = (line: StatementLine | undefined, of: Person, bulan: string[]) =>
  admin.call(matchStatementLines, {
    body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan: [{ user_id: of.id, bulan }] }] },
  });

test('a line from before the day of a bill is not for it, nor closes it if it pays its month', async () => {
  const { jumlah } = await bill(budi, ['2026-06']);
  const [line] = await given(['SETORAN TUNAI', jumlah, '14/07']);
  expect(line).toMatchObject({ usulan: null, alasan: 'tidak_dikenal' });
  expect((await match(line, budi, ['2026-06'])).status).toBe(200);
  expect((await bill(budi, ['2026-07'])).kredit).toBe(0);
});

test('the amount of a bill that staff choose for another house is no bill of that house', async () => {
  const { id, jumlah } = await bill(budi, ['2026-06']);
  const [line] = await given(['SETORAN TUNAI', jumlah]);
  expect((await match(line, ani, ['2026-06'])).status).toBe(200);
  expect((await bill(ani, ['2026-07'])).kredit).toBe(0);
  expect((await bill(budi, ['2026-06'])).id).toBe(id);
});

test('the amount of a bill that comes into another account gives no credit', async () => {
  const { jumlah } = await bill(budi, ['2026-06']);
  const account = { nama: 'Kas RT', jenis: 'kas' } as const;
  const akun_id = (await admin.call(addMoneyAccount, { body: account })).body.id;
  const content = bcaStatement([{ day: '15/07', text: 'SETORAN TUNAI', amount: jumlah }], days);
  await importLines(admin, content, akun_id);
  const [line] = await open();
  expect(line?.usulan).toBeNull();
  expect((await match(line, budi, ['2026-06'])).status).toBe(200);
  expect((await bill(budi, ['2026-07'])).kredit).toBe(0);
});

test('the amount of a bill that staff choose for one of its months alone is booked whole', async () => {
  const { jumlah } = await bill(budi, ['2026-06', '2026-07']);
  const [line] = await given(['SETORAN TUNAI', jumlah]);
  expect((await match(line, budi, ['2026-07'])).status).toBe(200);
  expect([await paid(budi), await saldo()]).toEqual([[[7, jumlah, 'dikonfirmasi']], jumlah]);
});

test('a slip without the code is not confirmed by a line with it, which would book less than it brought', async () => {
  const { jumlah } = await bill(budi, ['2026-06', '2026-07']);
  await upload(budi, { bulan: ['2026-06'], id: null });
  const [line] = await given(['SETORAN TUNAI', jumlah]);
  expect((await match(line, budi, ['2026-06', '2026-07'])).refusal.code).toBe('line_amount_differs');
  expect([await open(), await saldo()]).toMatchObject([[{ status: 'terbuka' }], 0]);
});

test('lines that are imported late belong to the bill that had the amount on their day', async () => {
  const { id, jumlah } = await bill(budi, ['2026-06']);
  app.clock.set('2026-08-03T03:00:00.000Z');
  const hers = await bill(ani, ['2026-06']);
  await app.context.write('system', async ({ db }) => {
    const closed = { ditutup_pada: '2026-07-16T03:00:00.000Z' };
    await db.updateTable('tagihan').set(closed).where('id', '=', id).execute();
    await db.updateTable('tagihan').set({ jumlah }).where('id', '=', hers.id).execute();
  });
  const lines = await given(
    ['SETORAN TUNAI', jumlah, '15/07'],
    ['SETORAN TUNAI', jumlah, '31/07'],
    ['SETORAN TUNAI', jumlah, '03/08'],
  );
  const payers = lines.map(({ usulan }) => usulan?.tagihan.map(({ nama }) => nama));
  expect(payers).toEqual([['Budi Santoso'], undefined, ['Ani Wijaya']]);
});

test('a transfer after midnight in Jayapura, still the day before in Jakarta, is for the bill', async () => {
  await app.close();
  await start({ TZ: 'Asia/Jayapura' });
  app.clock.set('2026-07-15T15:30:00.000Z');
  const { jumlah } = await bill(budi, ['2026-06']);
  const lines = await given(['SETORAN TUNAI', jumlah]);
  expect(lines[0]?.usulan).toMatchObject({ aturan: 'kode', tagihan: [{ user_id: budi.id, jumlah }] });
  expect((await accept(lines)).status).toBe(200);
  expect(await paid(budi)).toEqual([[6, jumlah, 'dikonfirmasi']]);
});

test('the month with the code, reversed and matched again, has its amount of the bill again, and so has the credit', async () => {
  const { jumlah, kode } = await bill(budi, ['2026-06', '2026-07']);
  await accept(await given(['SETORAN TUNAI', jumlah]));
  const ketua = await app.as.ketua();
  const reversed = { nomor: 1, alasan: 'Salah rumah, dicatat ulang' };
  expect((await ketua.call(reverseEntry, { body: reversed })).status).toBe(200);
  const [line] = await open();
  expect(line).toMatchObject({ sisa: 100_000 + (kode ?? 0), pembayaran: [{ bulan: 7, jumlah: 100_000 }] });
  expect((await bill(budi, ['2026-08'])).kredit).toBe(0);
  const tagihan = [{ user_id: budi.id, bulan: ['2026-06'] }];
  const cocok = [{ mutasi_id: line?.id ?? 0, sisa: line?.sisa, tagihan }];
  expect((await admin.call(matchStatementLines, { body: { cocok } })).status).toBe(200);
  expect(await paid(budi)).toEqual([
    [6, 100_000 + (kode ?? 0), 'ditolak'],
    [7, 100_000, 'dikonfirmasi'],
    [6, 100_000 + (kode ?? 0), 'dikonfirmasi'],
  ]);
  expect([await open(), await saldo()]).toEqual([[], jumlah]);
  expect((await bill(budi, ['2026-08'])).kredit).toBe(kode);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a line of one bill confirms a month of the slip for another one, which stays the bill of that month', async () => {
  const [first, second] = [
    await bill(budi, ['2026-05', '2026-07']),
    await bill(budi, ['2026-06', '2026-07']),
  ];
  await upload(budi, first);
  const lines = await given(['SETORAN TUNAI', second.jumlah]);
  expect(lines[0]?.usulan).toMatchObject({ aturan: 'kode', tagihan: [{ bulan: ['2026-06', '2026-07'] }] });
  expect((await accept(lines)).status).toBe(200);
  expect(await saldo()).toBe(second.jumlah);
  expect((await paid(budi)).map(([bulan, , status]) => [bulan, status])).toEqual([
    [5, 'menunggu_konfirmasi'],
    [7, 'dikonfirmasi'],
    [6, 'dikonfirmasi'],
  ]);
  expect((await bill(budi, ['2026-08'])).kredit).toBe((first.kode ?? 0) + (second.kode ?? 0));
  expect((await findViolations(app.context)).violations).toEqual([]);
});
