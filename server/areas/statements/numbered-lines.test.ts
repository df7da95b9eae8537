/** Lines with the bank's number of the transfer that a payer typed with a slip. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askForBill } from '../../../contract/bills.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { changeAccount } from '../../../contract/officers.ts';
import {
  deletePaymentWarga,
  listOwnPaymentsWarga,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { getStatementRadar, type StatementLine } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';

let app: TestApp;
let [admin, budi, ani] = [] as unknown as [Person, Person, Person];
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  admin = await app.as.admin();
  [budi, ani] = [await since('A1-1', 'Budi Santoso', 5), await since('A2-1', 'Ani Wijaya', 5)];
});
afterEach(() => app.close());

const number = 'FT913609816476';
const since = (blok: string, nama: string, bulan: number) =>
  app.as.warga(blok, { nama, created_at: `2026-${String(bulan).padStart(2, '0')}-10T03:00:00.000Z` });
const upload = async (by: Person, bulan: string[], referensi?: string, more: object = {}) =>
  (
    await by.call(uploadPaymentWarga, {
      body: { 'bulan[]': bulan, referensi, ...more },
      files: { bukti_transfer: await photo() },
    })
  ).body.id;

type Line = [referensi: string, text: string, amount: number];

/** A statement of BSI, which has a column of references. */
async function given(...lines: Line[]) {
  let balance = 1_000_000;
  const rows = lines.map(([referensi, text, amount]) => {
    balance += amount;
    return `${referensi},15/07/2026,08:00:00,K,${amount}.00,${balance}.00,${text}`;
  });
  const content = ['TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan', ...rows, ''].join('\n');
  const { status } = await importLines(admin, content);
  expect(status).toBe(201);
  return await open();
}
const open = () => openLines(admin);
const accept = (lines: readonly StatementLine[]) => acceptProposals(admin, lines);
const decide = (id: number, status: 'dikonfirmasi' | 'ditolak') =>
  admin.call(reviewPayment, { params: { id }, body: { status } });
const paid = async (by: Person) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data
    .toReversed()
    .map(({ bulan, status }) => [bulan, status]);
const said = ({ usulan, alasan, calon }: StatementLine) => ({
  aturan: usulan?.aturan,
  bulan: usulan?.tagihan.map(({ user_id, bulan }) => [user_id, ...bulan]),
  alasan,
  calon: calon.map(({ user_id }) => user_id).toSorted((a, b) => a - b),
});
const proposed = (aturan: string, of: Person, ...bulan: string[]) => ({
  aturan,
  bulan: [[of.id, ...bulan]],
  alasan: null,
  calon: [],
});
const doubted = (alasan: string, ...candidates: Person[]) => ({
  aturan: undefined,
  bulan: undefined,
  alasan,
  calon: candidates.map(({ id }) => id).toSorted((a, b) => a - b),
});

describe('the number of a slip', () => {
  test('decides without a name, however payer and bank write it, for the months of that slip', async () => {
    await upload(budi, ['2026-06', '2026-07'], 'ft-9136 0981 6476');
    const lines = await given(['Ft9136/0981-6476', 'SETORAN TUNAI', 200_000]);
    expect(lines.map(said)).toEqual([proposed('referensi', budi, '2026-06', '2026-07')]);
    expect((await accept(lines)).status).toBe(200);
    expect(await paid(budi)).toEqual([
      [6, 'dikonfirmasi'],
      [7, 'dikonfirmasi'],
    ]);
    expect((await admin.call(getBalance)).body.data.saldo).toBe(200_000);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('goes before older months of the same name', async () => {
    await upload(budi, ['2026-07'], number);
    const lines = await given([number, 'TRSF BUDI SANTOSO', 100_000]);
    expect(lines.map(said)).toEqual([proposed('referensi', budi, '2026-07')]);
  });

  test('keeps its slip for its own line, after an earlier line of the same name', async () => {
    await upload(budi, ['2026-07'], number);
    const lines = await given(
      ['FT000000000001', 'TRSF BUDI SANTOSO', 100_000],
      [number, 'TRSF BUDI SANTOSO', 100_000],
    );
    expect(lines.map(said)).toEqual([
      proposed('nama', budi, '2026-05'),
      proposed('referensi', budi, '2026-07'),
    ]);
    expect((await accept(lines)).body.data.every(({ berhasil }) => berhasil)).toBe(true);
  });

  test('with another amount is a doubt, though a name would fit', async () => {
    await upload(budi, ['2026-06', '2026-07'], number);
    const lines = await given([number, 'TRSF BUDI SANTOSO', 100_000]);
    expect(lines.map(said)).toEqual([doubted('jumlah', budi)]);
  });

  test('differs from a longer or shorter one', async () => {
    await upload(budi, ['2026-07'], number.slice(0, -1));
    await upload(ani, ['2026-07'], `${number}1`);
    const lines = await given([number, 'SETORAN TUNAI', 100_000]);
    expect(lines.map(said)).toEqual([doubted('tidak_dikenal')]);
  });

  test('that a neighbour copied is a doubt while the text means somebody else', async () => {
    await upload(budi, ['2026-07'], number);
    const lines = await given([number, 'TRSF ANI WIJAYA', 100_000]);
    expect(lines.map(said)).toEqual([doubted('beberapa', budi, ani)]);
  });

  test('that two slips have is a doubt, also when one of them is confirmed already', async () => {
    const first = await upload(budi, ['2026-07'], number);
    await upload(ani, ['2026-07'], number);
    const lines = await given([number, 'TRSF ANI WIJAYA', 100_000]);
    expect(lines.map(said)).toEqual([doubted('beberapa', budi, ani)]);
    await decide(first, 'dikonfirmasi');
    expect((await open()).map(said)).toEqual([doubted('beberapa', budi, ani)]);
    await admin.call(deleteResident, { params: { id: budi.id } });
    expect((await open()).map(said)).toEqual([doubted('beberapa', ani)]);
  });

  test('of a rejected or withdrawn slip says nothing', async () => {
    await decide(await upload(ani, ['2026-07'], number), 'ditolak');
    const withdrawn = await upload(budi, ['2026-07'], number);
    await budi.call(deletePaymentWarga, { params: { id: withdrawn } });
    const lines = await given([number, 'SETORAN TUNAI', 100_000]);
    expect(lines.map(said)).toEqual([doubted('tidak_dikenal')]);
  });

  test('that the bank booked twice is one proposal, and none once it is confirmed', async () => {
    await upload(budi, ['2026-07'], number);
    const lines = await given([number, 'SETORAN TUNAI', 100_000], [number, 'SETORAN LAGI', 100_000]);
    expect(lines.map(said)).toEqual([proposed('referensi', budi, '2026-07'), doubted('ganda', budi)]);
    await accept(lines.slice(0, 1));
    expect((await open()).map(said)).toEqual([doubted('ganda', budi)]);
  });

  test.each([
    ['years ago', { 'bulan[]': ['2022-04'] }, '2022-04'],
    ['late next year', { 'bulan[]': undefined, tahun: 2027, bulan: 12 }, '2027-12'],
  ])('confirms a slip for a month %s, though staff cannot record that month', async (_when, more, month) => {
    const old = await app.as.warga('A3', { nama: 'Tua Sekali', created_at: '2022-03-10T03:00:00.000Z' });
    await upload(old, [], number, more);
    const lines = await given([number, 'SETORAN TUNAI', 100_000]);
    expect(lines.map(said)).toEqual([proposed('referensi', old, month)]);
    expect((await accept(lines)).status).toBe(200);
    expect((await paid(old)).map(([, status]) => status)).toEqual(['dikonfirmasi']);
  });

  test('of an account that is inactive by now proposes nobody', async () => {
    await upload(budi, ['2026-07'], number);
    const params = { id: budi.id };
    await (await app.as.ketua()).call(changeAccount, { params, body: { status: 'inactive' } });
    const lines = await given([number, 'SETORAN TUNAI', 100_000]);
    expect(lines.map(said)).toEqual([doubted('tidak_dikenal')]);
  });

  test('of which one month was rejected fits the rest only', async () => {
    const may = await upload(budi, ['2026-05', '2026-06'], number);
    await decide(may, 'ditolak');
    const lines = await given([number, 'SETORAN TUNAI', 200_000], [number, 'SETORAN TUNAI', 100_000]);
    expect(lines.map(said)).toEqual([doubted('jumlah', budi), proposed('referensi', budi, '2026-06')]);
  });

  test('comes after a unique code', async () => {
    await (await app.as.ketua()).call(changeSettings, { body: { kodeUnik: true } });
    const { data } = (await ani.call(askForBill, { body: { 'bulan[]': ['2026-06'] } })).body;
    await upload(budi, ['2026-07'], number);
    const lines = await given([number, 'SETORAN TUNAI', data.jumlah]);
    expect(lines.map(said)).toEqual([proposed('kode', ani, '2026-06')]);
  });
});

test.each(['0000000000', '1234567890', '-'])(
  'the filler %s of two slips and two lines is no number',
  async (filler) => {
    const typed = filler === '-' ? undefined : filler;
    await upload(budi, ['2026-07'], typed);
    await upload(ani, ['2026-07'], typed);
    const lines = await given([filler, 'SETORAN TUNAI', 100_000], [filler, 'TRSF ANI WIJAYA', 100_000]);
    expect(lines.map(said)).toEqual([doubted('tidak_dikenal'), proposed('nama', ani, '2026-07')]);
    const { nomor_sama, referensi_sama } = (await admin.call(getStatementRadar)).body.data;
    expect([nomor_sama, referensi_sama]).toEqual([[], []]);
  },
);

test('the radar names both slips with one number, the slip for several months once', async () => {
  const first = await upload(budi, ['2026-05', '2026-06'], number);
  await upload(budi, ['2026-07'], 'LAIN20260710');
  const second = await upload(ani, ['2026-07'], number);
  const { data } = (await admin.call(getStatementRadar)).body;
  expect(
    data.nomor_sama.map(({ id, referensi, dengan }) => [id, referensi, dengan.map((one) => one.id)]),
  ).toEqual([
    [second, number, [first]],
    [first, number, [second]],
  ]);
  await decide(second, 'ditolak');
  expect((await admin.call(getStatementRadar)).body.data.nomor_sama).toEqual([]);
});
