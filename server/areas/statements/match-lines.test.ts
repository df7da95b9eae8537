import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { changeAccount } from '../../../contract/officers.ts';
import {
  deletePaymentWarga,
  listOwnPayments,
  listOwnPaymentsWarga,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import {
  forgetKnownPayer,
  getStatementRadar,
  listKnownPayers,
  listStatementLines,
  markStatementLine,
  matchStatementLines,
  type StatementLine,
} from '../../../contract/statements.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let admin: Person;
let budi: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  admin = await app.as.admin();
  budi = await since('A1-1', 'Budi Santoso', 6);
});
afterEach(() => app.close());

/** Owes every month from this one to July 2026, 100,000 rupiah each. */
const since = (blok: string, nama: string, bulan: number) =>
  app.as.warga(blok, { nama, created_at: `2026-${String(bulan).padStart(2, '0')}-10T03:00:00.000Z` });

type Line = [text: string, amount: number];

async function given(...lines: Line[]) {
  const content = bcaStatement(
    lines.map(([text, amount]) => ({ day: '10/07', text, amount })),
    { from: '10/07/2026', to: '10/07/2026' },
  );
  const { status } = await importLines(admin, content);
  expect(status).toBe(201);
}
const open = () => openLines(admin);
const accept = (lines: readonly StatementLine[], by: Person = admin) => acceptProposals(by, lines);
const paid = async (by: Person) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data.map(
    ({ tahun, bulan, jumlah, status }) => [tahun, bulan, jumlah, status],
  );
const saldo = async () => (await admin.call(getBalance, {})).body.data.saldo;

describe('confirming a line', () => {
  test('without a slip records what is due, one payment a month, and books it', async () => {
    await given(['TRSF E-BANKING CR BUDI SANTOSO', 200_000]);
    const lines = await open();
    expect(lines[0]?.usulan).toMatchObject({
      aturan: 'nama',
      tagihan: [{ user_id: budi.id, nama: 'Budi Santoso', bulan: ['2026-06', '2026-07'], jumlah: 200_000 }],
    });
    expect((await accept(lines)).status).toBe(200);
    expect(await paid(budi)).toEqual([
      [2026, 7, 100_000, 'dikonfirmasi'],
      [2026, 6, 100_000, 'dikonfirmasi'],
    ]);
    expect(await saldo()).toBe(200_000);
    expect(await open()).toEqual([]);
    const [line] = (await admin.call(listStatementLines, { query: { status: 'cocok' } })).body.data;
    expect(line?.pembayaran.map(({ bulan }) => bulan)).toEqual([6, 7]);
  });

  test('confirms the slip that waits for it', async () => {
    const id = await app.given.payment({ of: budi, bulan: 7 });
    await given(['TRSF E-BANKING CR BUDI SANTOSO', 100_000]);
    const lines = await open();
    expect(lines[0]?.usulan?.tagihan[0]?.bulan).toEqual(['2026-07']);
    await accept(lines);
    expect(await paid(budi)).toEqual([[2026, 7, 100_000, 'dikonfirmasi']]);
    const [line] = (await admin.call(listStatementLines, { query: { status: 'cocok' } })).body.data;
    expect(line?.pembayaran.map((payment) => payment.id)).toEqual([id]);
  });

  test('one line pays for two houses, and several lines go in one call', async () => {
    const sri = await since('A1-2', 'Sri Lestari', 7);
    const tono = await since('A1-3', 'Tono Wijaya', 7);
    await given(['TRSF JULI A1-2 & A1-3 ANDI', 200_000], ['TRSF BUDI SANTOSO', 100_000]);
    expect((await accept(await open())).body.data.map(({ berhasil }) => berhasil)).toEqual([true, true]);
    expect([await paid(sri), await paid(tono)]).toEqual([
      [[2026, 7, 100_000, 'dikonfirmasi']],
      [[2026, 7, 100_000, 'dikonfirmasi']],
    ]);
    expect(await saldo()).toBe(300_000);
  });

  test('pays the dues of an officer with a house', async () => {
    const coordinator = await app.as.koordinator('C');
    await given(['SETORAN TUNAI', 100_000]);
    const [line] = await open();
    const tagihan = [{ user_id: coordinator.id, bulan: ['2026-07'] }];
    const { status } = await admin.call(matchStatementLines, {
      body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan }] },
    });
    expect(status).toBe(200);
    const own = await coordinator.call(listOwnPayments, { params: { userId: coordinator.id } });
    expect(own.body.data).toMatchObject([{ bulan: 7, jumlah: 100_000, status: 'dikonfirmasi' }]);
  });

  test('by two people at once pays once', async () => {
    const ketua = await app.as.ketua();
    await given(['TRSF BUDI SANTOSO', 100_000]);
    const lines = await open();
    const answers = await Promise.all([accept(lines), accept(lines, ketua)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await saldo()).toBe(100_000);
  });

  test('two lines for the same month: the second one is refused and stays open', async () => {
    await given(['TRSF BUDI SANTOSO', 100_000], ['TRSF BUDI SANTOSO', 100_000]);
    const [first, second] = await open();
    if (!first || !second) throw new Error('two lines');
    const july = [{ user_id: budi.id, bulan: ['2026-07'] }];
    const { body } = await admin.call(matchStatementLines, {
      body: { cocok: [first, second].map(({ id }) => ({ mutasi_id: id, tagihan: july })) },
    });
    expect(body.data.map(({ berhasil }) => berhasil)).toEqual([true, false]);
    expect(body.data[1]?.pesan).toBe('Budi Santoso: pembayaran Juli 2026 sudah ada. Pilih bulan lain.');
    expect((await open()).map(({ id }) => id)).toEqual([second.id]);
    expect(await saldo()).toBe(100_000);
  });

  test('for several months is refused with the names of those that are paid', async () => {
    for (const bulan of [6, 7, 9]) await app.given.payment({ of: budi, bulan, status: 'dikonfirmasi' });
    await given(['SETORAN TUNAI', 500_000]);
    const [line] = await open();
    const bulan = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10'];
    const { refusal } = await admin.call(matchStatementLines, {
      body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan: [{ user_id: budi.id, bulan }] }] },
    });
    expect(refusal).toMatchObject({
      code: 'payment_exists',
      message: 'Budi Santoso: pembayaran Juni–Juli, September 2026 sudah ada. Pilih bulan lain.',
    });
  });

  test('beside many others lets requests through in between', async () => {
    const houses = Array.from({ length: 50 }, (_, at) => `B${at + 1}`);
    for (const house of houses) await since(house, 'Warga', 7);
    await given(...houses.map((house): Line => [`IURAN ${house}`, 100_000]));
    const lines = await open();
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    expect((await accept(lines)).body.data.every(({ berhasil }) => berhasil)).toBe(true);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(lines.length / 2);
  });

  test('is refused with another sum than is due, for money that went out, and for an own payment', async () => {
    await given(['TRSF BUDI SANTOSO', 150_000], ['TRSF KE TUKANG', -50_000]);
    const [wrong, out] = await open();
    const both = [{ user_id: budi.id, bulan: ['2026-06', '2026-07'] }];
    const ask = (mutasi_id = 0, tagihan = both, by = admin) =>
      by.call(matchStatementLines, { body: { cocok: [{ mutasi_id, tagihan }] } });
    expect((await ask(wrong?.id)).body).toMatchObject({ code: 'line_amount_differs' });
    expect((await ask(out?.id)).body).toMatchObject({ code: 'line_of_spending' });
    const own = await app.as.person('admin', { blok: 'B1-1' });
    const ownJuly = [{ user_id: own.id, bulan: ['2026-07'] }];
    expect((await ask(wrong?.id, ownJuly, own)).body).toMatchObject({ code: 'own_payment' });
    expect(await open()).toHaveLength(2);
    expect(await saldo()).toBe(0);
  });

  test('that is reversed later opens the line again', async () => {
    await given(['TRSF BUDI SANTOSO', 100_000]);
    await accept(await open());
    const entry = await app.context.db.selectFrom('kas_entri').select('nomor').executeTakeFirstOrThrow();
    const body = { alasan: 'Salah orang, dicatat ulang' };
    const { status } = await admin.call(reverseEntry, { body: { ...body, nomor: entry.nomor } });
    expect(status).toBe(200);
    expect(await open()).toHaveLength(1);
    expect((await accept(await open())).status).toBe(200);
    expect(await saldo()).toBe(100_000);
  });
});

describe('learned payers', () => {
  test('are proposed after the second confirmation, until they are forgotten', async () => {
    const text = 'TRSF E-BANKING CR IURAN HENDRIKUS BOLENG';
    await given([text, 100_000], [`${text} 2`, 100_000], [`${text} 3`, 100_000]);
    const [first, second, third] = await open();
    expect(third).toMatchObject({ usulan: null, alasan: 'tidak_dikenal' });
    const confirm = (line: StatementLine | undefined, bulan: string) =>
      admin.call(matchStatementLines, {
        body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan: [{ user_id: budi.id, bulan: [bulan] }] }] },
      });
    await confirm(first, '2026-06');
    expect((await open())[0]).toMatchObject({ usulan: null });
    await confirm(second, '2026-08');
    expect((await open())[0]?.usulan).toMatchObject({ aturan: 'dikenal', tagihan: [{ bulan: ['2026-07'] }] });
    const ketua = await app.as.ketua();
    const become = (status: 'active' | 'inactive') =>
      ketua.call(changeAccount, { params: { id: budi.id }, body: { status } });
    expect((await become('inactive')).status).toBe(200);
    expect((await open())[0]).toMatchObject({ usulan: null, alasan: 'tidak_dikenal' });
    await become('active');
    const [known] = (await admin.call(listKnownPayers, {})).body.data;
    expect(known).toMatchObject({ pengirim: 'HENDRIKUS BOLENG', nama: 'Budi Santoso', banyak: 2 });
    await app.context.write('system', ({ db }) =>
      db.insertInto('pengirim_dikenal').values({ pengirim: 'MARIA', user_id: budi.id, banyak: 2 }).execute(),
    );
    await admin.call(forgetKnownPayer, { params: { id: known?.id ?? 0 } });
    const { data: others } = (await admin.call(listKnownPayers, {})).body;
    expect(others.map(({ pengirim }) => pengirim)).toEqual(['MARIA']);
    expect((await open())[0]).toMatchObject({ usulan: null, alasan: 'tidak_dikenal' });
    const { data } = (await ketua.call(listAudit)).body;
    expect(data[0]).toMatchObject({ aksi: 'payer.forgotten', sebelum: { user_id: budi.id } });
    expect(JSON.stringify(data)).not.toContain('HENDRIKUS');
  });
});

test('a line that is no dues can be marked, and opened again, but not once it proves a payment', async () => {
  await given(['BUNGA', 9_822], ['TRSF BUDI SANTOSO', 100_000]);
  const [interest, dues] = await open();
  expect(interest?.alasan).toBe('bunga');
  const mark = (id = 0, status: 'diabaikan' | 'terbuka') =>
    admin.call(markStatementLine, { params: { id }, body: { status } });
  expect((await mark(interest?.id, 'diabaikan')).status).toBe(200);
  expect((await mark(interest?.id, 'diabaikan')).body).toMatchObject({ code: 'line_decided' });
  expect(await open()).toHaveLength(1);
  expect((await mark(interest?.id, 'terbuka')).status).toBe(200);
  if (dues) await accept([dues]);
  expect((await mark(dues?.id, 'diabaikan')).body).toMatchObject({ code: 'line_decided' });
});

test('the radar shows equal pictures, slips without a line, and lines without a slip', async () => {
  const sri = await since('A1-2', 'Sri Lestari', 7);
  const first = await app.given.payment({ of: budi, bulan: 6 });
  const again = await app.given.payment({ of: sri, bulan: 7 });
  app.clock.set('2026-07-16T03:00:00.000Z');
  const lines = [70_000, 30_000].map((amount) => ({ day: '15/07', text: 'SETORAN TUNAI', amount }));
  await importLines(admin, bcaStatement(lines, { from: '15/07/2026', to: '15/07/2026' }));
  const [, aside] = await open();
  await admin.call(markStatementLine, { params: { id: aside?.id ?? 0 }, body: { status: 'diabaikan' } });
  const { data } = (await admin.call(getStatementRadar, {})).body;
  expect(data.bukti_sama.map(({ id }) => id)).toEqual([again, first]);
  expect(data.tanpa_mutasi.map(({ id }) => id)).toEqual([again, first]);
  expect(data.tanpa_bukti).toEqual({ banyak: 1, jumlah: 70_000 });
});

test('a slip of several months is on the radar once, also when its first month is withdrawn or rejected', async () => {
  const proof = await photo();
  const months = { 'bulan[]': ['2026-06', '2026-07'] };
  const sent = async (body: object = months) =>
    (await budi.call(uploadPaymentWarga, { body, files: { bukti_transfer: proof } })).body.id;
  const on = async (list: 'bukti_sama' | 'tanpa_mutasi') =>
    (await admin.call(getStatementRadar, {})).body.data[list].map(({ bulan }) => bulan);
  await given(['SETORAN TUNAI', 70_000]);
  app.clock.set('2026-07-10T03:00:00.000Z');
  const first = await sent();
  await sent({ tahun: 2026, bulan: 8 });
  expect([await on('bukti_sama'), await on('tanpa_mutasi')]).toEqual([
    [8, 6],
    [8, 6],
  ]);
  const june = { params: { id: first } };
  await admin.call(reviewPayment, { ...june, body: { status: 'ditolak' } });
  expect([await on('bukti_sama'), await on('tanpa_mutasi')]).toEqual([
    [8, 6],
    [8, 7],
  ]);
  expect((await budi.call(deletePaymentWarga, june)).status).toBe(200);
  expect([await on('bukti_sama'), await on('tanpa_mutasi')]).toEqual([
    [8, 7],
    [8, 7],
  ]);
});

test('whether the day of a slip is imported is asked in the calendar of the bank', async () => {
  await given(['SETORAN TUNAI', 70_000]); // 10 July
  const on = async (instant: string, bulan: number) => {
    app.clock.set(instant);
    return await app.given.payment({ of: budi, bulan });
  };
  const early = await on('2026-07-09T18:00:00.000Z', 6);
  await on('2026-07-10T18:00:00.000Z', 7);
  const { tanpa_mutasi } = (await admin.call(getStatementRadar, {})).body.data;
  expect(tanpa_mutasi.map(({ id }) => id)).toEqual([early]);
});

test('a slip that was sent after the statement of its day was imported is not missed in it', async () => {
  const content = bcaStatement([{ day: '15/07', text: 'SETORAN TUNAI', amount: 70_000 }], {
    from: '01/07/2026',
    to: '31/07/2026',
  });
  const missed = async () => (await admin.call(getStatementRadar, {})).body.data.tanpa_mutasi;
  expect((await importLines(admin, content)).status).toBe(201);
  app.clock.set('2026-07-15T05:00:00.000Z');
  const id = await app.given.payment({ of: budi, bulan: 7 });
  expect(await missed()).toEqual([]);
  app.clock.set('2026-07-16T03:00:00.000Z');
  expect((await importLines(admin, content)).body.data.baru).toBe(0);
  expect(await missed()).toMatchObject([{ id }]);
});
