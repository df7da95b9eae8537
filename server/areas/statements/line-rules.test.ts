/** What a statement must join, and whom a line may pay and teach. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getPayerDues } from '../../../contract/arrears.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { proposeClosing } from '../../../contract/closings.ts';
import { addIncome } from '../../../contract/income.ts';
import { refusals } from '../../../contract/messages.ts';
import { createAccount } from '../../../contract/officers.ts';
import { changeProfileWarga } from '../../../contract/profile.ts';
import {
  listKnownPayers,
  listStatementLines,
  markStatementLine,
  matchStatementLines,
} from '../../../contract/statements.ts';
import { proposeWaiver } from '../../../contract/waivers.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { importLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let budi: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  budi = await app.as.warga('A1-1', { nama: 'Budi Santoso', created_at: '2026-05-10T03:00:00.000Z' });
});
afterEach(() => app.close());

const send = (lines: Parameters<typeof bcaStatement>[0], from: string, to: string, opening = 1_000_000) =>
  importLines(admin, bcaStatement(lines, { from: `${from}/2026`, to: `${to}/2026`, opening }));
const credit = (day: string, text: string, amount = 100_000) => ({ day, text, amount });
const open = async () =>
  (await admin.call(listStatementLines, { query: { status: 'terbuka', limit: 100 } })).body.data.toSorted(
    (a, b) => a.id - b.id,
  );
const pay = (mutasi_id: number, payers: readonly Pick<Person, 'id'>[], bulan: string, by = admin) =>
  by.call(matchStatementLines, {
    body: { cocok: [{ mutasi_id, tagihan: payers.map(({ id }) => ({ user_id: id, bulan: [bulan] })) }] },
  });
const known = async () => (await admin.call(listKnownPayers)).body.data;

test('the same lines with other balances are refused', async () => {
  const lines = [credit('10/07', 'SETORAN TUNAI')];
  expect((await send(lines, '10/07', '10/07')).status).toBe(201);
  const other = await send(lines, '10/07', '10/07', 2_000_000);
  expect([other.status, other.refusal.message]).toEqual([
    409,
    expect.stringContaining('berbeda dengan yang tersimpan'),
  ]);
});

test('an earlier statement joins the later one that is stored, or is refused', async () => {
  expect((await send([credit('10/07', 'SETORAN TUNAI')], '10/07', '10/07')).status).toBe(201);
  const early = [credit('08/07', 'TRSF SITI')];
  const gap = await send(early, '08/07', '09/07', 800_000);
  expect([gap.status, gap.refusal.message]).toEqual([409, expect.stringContaining('dimulai dari')]);
  expect(await open()).toHaveLength(1);
  expect((await send(early, '08/07', '09/07', 900_000)).status).toBe(201);
});

test('a transfer from before somebody was charged pays their first month only if it says so', async () => {
  const vino = await app.as.warga('A1-2', { nama: 'Vino Kusuma', created_at: '2026-07-10T03:00:00.000Z' });
  const lines = [
    credit('20/06', 'TRSF CR VINO KUSUMA'),
    credit('21/06', 'IURAN JUN A1-2'),
    credit('22/06', 'IURAN JUL VINO KUSUMA'),
  ];
  expect((await send(lines, '20/06', '22/06')).status).toBe(201);
  const [june, named, july] = await open();
  for (const line of [june, named])
    expect(line).toMatchObject({ usulan: null, alasan: 'belum_ditagih', calon: [{ user_id: vino.id }] });
  expect(july?.usulan?.tagihan).toMatchObject([{ user_id: vino.id, bulan: ['2026-07'] }]);
});

test('a month or a word of the bank means no resident of that name, nor does it become a known payer', async () => {
  const juni = await app.as.warga('A1-2', { nama: 'Juni', created_at: '2026-05-10T03:00:00.000Z' });
  const iuran = await app.as.warga('A1-3', { created_at: '2026-05-10T03:00:00.000Z' });
  expect((await iuran.call(changeProfileWarga, { body: { nama: 'Iuran' } })).status).toBe(200);
  const lines = [
    credit('10/07', 'TRSF CR IURAN JUNI RUDI'),
    credit('11/07', 'TRSF CR IURAN JUNI BUDI SANTOSO'),
    credit('12/07', 'IURAN A1-2'),
    credit('13/07', 'SETOR TUNAI TELLER'),
    credit('14/07', 'SETOR TUNAI TELLER'),
  ];
  expect((await send(lines, '10/07', '14/07')).status).toBe(201);
  const [stranger, named, house, ...cash] = await open();
  expect(stranger).toMatchObject({ usulan: null, alasan: 'tidak_dikenal', calon: [] });
  expect(named?.usulan?.tagihan).toMatchObject([{ user_id: budi.id, bulan: ['2026-06'] }]);
  expect(house?.usulan?.tagihan).toMatchObject([{ user_id: juni.id }]);
  for (const [at, { id }] of cash.entries())
    expect((await pay(id, [iuran], `2026-0${at + 5}`)).status).toBe(200);
  expect(await known()).toEqual([]);
});

test('a line may be dated a week ahead, as banks date what they receive on holidays, and no further', async () => {
  app.clock.set('2026-07-14T17:30:00.000Z'); // 15 July in Jakarta
  const lines = [credit('15/07', 'SETORAN TUNAI'), credit('23/07', 'TRSF BUDI')];
  const { status, refusal } = await send(lines, '15/07', '31/07');
  expect([status, refusal.message]).toEqual([
    422,
    'Baris 6: Tanggalnya lebih dari seminggu di depan. Periksa tahunnya, lalu unduh lagi dari bank.',
  ]);
  expect(await open()).toEqual([]);
  const ahead = [credit('15/07', 'SETORAN TUNAI'), credit('22/07', 'TRSF BUDI')];
  expect((await send(ahead, '15/07', '31/07')).status).toBe(201);
});

test('the raw file of a month that is closed already is not kept', async () => {
  const rent = { judul: 'Sewa', jumlah: 5_000, kategori: 'bunga', tanggal: '2026-06-20' };
  expect((await admin.call(addIncome, { body: rent, files: {} })).status).toBe(201);
  await admin.call(proposeClosing, { body: { bulan: '2026-06', akun: [{ akun_id: 1, jumlah: 5_000 }] } });
  expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
  const files = () =>
    app.context.db.selectFrom('files').select('nama').where('kind', '=', 'statement').execute();
  expect((await send([credit('10/06', 'SETORAN TUNAI')], '10/06', '30/06')).status).toBe(201);
  expect([await open(), await files()]).toEqual([[expect.anything()], []]);
  expect((await send([credit('10/07', 'SETORAN TUNAI')], '01/07', '10/07', 1_100_000)).status).toBe(201);
  expect(await files()).toHaveLength(1);
});

test('dues of an account that the officer made are confirmed by somebody else', async () => {
  const account = { nama: 'Boneka Kayu', email: 'boneka@contoh.id', password: 'mangga-muda-7' };
  const made = await ketua.call(createAccount, { body: { ...account, jenis: 'admin', blok: 'A4' } });
  await send([credit('10/07', 'TRSF E-BANKING CR BONEKA KAYU')], '10/07', '10/07');
  const [line] = await open();
  const readBy = async (by: Person) => {
    const proposed = (await by.call(listStatementLines)).body.data[0]?.usulan?.halangan;
    const dues = (await by.call(getPayerDues, { params: { userId: made.body.id } })).body.data;
    return [proposed, dues.halangan];
  };
  const { message } = refusals.same_person_payment;
  expect([await readBy(ketua), await readBy(admin)]).toEqual([
    [message, message],
    [null, null],
  ]);
  const refused = await pay(line?.id ?? 0, [made.body], '2026-07', ketua);
  expect([refused.status, refused.refusal.code]).toEqual([403, 'same_person_payment']);
  expect(await open()).toHaveLength(1);
  expect((await pay(line?.id ?? 0, [made.body], '2026-07')).status).toBe(200);
});

test('neither the own name of a payer nor a line for two houses is learned', async () => {
  const sri = await app.as.warga('A1-2', { nama: 'Sri Lestari', created_at: '2026-05-10T03:00:00.000Z' });
  const lines = [
    credit('10/07', 'TRSF BUDI SANTOSO'),
    credit('10/07', 'TRSF HENDRIKUS BOLENG', 200_000),
    credit('10/07', 'TRSF HENDRIKUS MANEK'),
  ];
  await send(lines, '10/07', '10/07');
  const [own, both, other] = await open();
  expect((await pay(own?.id ?? 0, [budi], '2026-05')).status).toBe(200);
  expect((await pay(both?.id ?? 0, [budi, sri], '2026-06')).status).toBe(200);
  expect(await app.context.db.selectFrom('pengirim_dikenal').selectAll().execute()).toEqual([]);
  expect((await pay(other?.id ?? 0, [budi], '2026-07')).status).toBe(200);
  expect(await known()).toEqual([]); // once is not enough
});

test('a match that is reversed teaches nothing, also when its line pays again', async () => {
  const ani = await app.as.warga('A2-1');
  const others = [
    { pengirim: 'HENDRIKUS BOLENG', user_id: ani.id, banyak: 1 },
    { pengirim: 'MARIA', user_id: budi.id, banyak: 1 },
  ];
  await app.context.write('system', ({ db }) => db.insertInto('pengirim_dikenal').values(others).execute());
  await send([credit('10/07', 'TRSF HENDRIKUS BOLENG')], '10/07', '10/07');
  const [line] = await open();
  for (const [at, bulan] of ['2026-05', '2026-06'].entries()) {
    expect((await pay(line?.id ?? 0, [budi], bulan)).status).toBe(200);
    expect(await known()).toEqual([]);
    const body = { nomor: 1 + 2 * at, alasan: 'Salah bulan, dicatat ulang' };
    expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
  }
  const learned = app.context.db.selectFrom('pengirim_dikenal').select(['pengirim', 'user_id', 'banyak']);
  expect(await learned.orderBy('id').execute()).toEqual(others);
});

test('what a line taught stays while one of its payments does', async () => {
  const text = 'TRSF HENDRIKUS BOLENG';
  await send([credit('10/07', text), credit('10/07', `${text} 2`, 200_000)], '10/07', '10/07');
  const [first, second] = await open();
  expect((await pay(first?.id ?? 0, [budi], '2026-05')).status).toBe(200);
  const tagihan = [{ user_id: budi.id, bulan: ['2026-06', '2026-07'] }];
  await admin.call(matchStatementLines, { body: { cocok: [{ mutasi_id: second?.id ?? 0, tagihan }] } });
  for (const [nomor, names] of [
    [2, 1],
    [3, 0],
  ] as const) {
    expect(await known()).toHaveLength(1);
    const body = { nomor, alasan: 'Salah bulan, dicatat ulang' };
    expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
    expect(await known()).toHaveLength(names);
  }
  const once = app.context.db.selectFrom('pengirim_dikenal').select('banyak');
  expect(await once.execute(), 'what the other line taught').toEqual([{ banyak: 1 }]);
});

test('of two accounts of a house the text must name one, or nobody is proposed', async () => {
  const created_at = '2026-05-10T03:00:00.000Z';
  const ani = await app.as.person('warga', { blok: 'A1-1', nama: 'Ani Wijaya', created_at });
  await send([credit('10/07', 'IURAN A1-1'), credit('10/07', 'IURAN A1-1 ANI WIJAYA')], '10/07', '10/07');
  const [either, hers] = await open();
  expect(either).toMatchObject({ usulan: null, alasan: 'beberapa' });
  expect(either?.calon.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual([budi.id, ani.id]);
  expect(hers?.usulan).toMatchObject({ aturan: 'rumah', tagihan: [{ user_id: ani.id }] });
});

test('who is known to pay for somebody else, and lives here, too, is a doubt', async () => {
  const text = 'TRSF HENDRIKUS BOLENG';
  await send(
    ['05', '06', '07'].map((_, at) => credit('10/07', `${text} ${at}`)),
    '10/07',
    '10/07',
  );
  const [first, second, third] = await open();
  await pay(first?.id ?? 0, [budi], '2026-05');
  await pay(second?.id ?? 0, [budi], '2026-06');
  expect((await open())[0]?.usulan).toMatchObject({ aturan: 'dikenal', tagihan: [{ user_id: budi.id }] });
  const created_at = '2026-07-10T03:00:00.000Z';
  const hendrikus = await app.as.warga('A9', { nama: 'Hendrikus Boleng', created_at });
  const [doubt] = await open();
  expect(doubt).toMatchObject({ id: third?.id, usulan: null, alasan: 'beberapa' });
  expect(doubt?.calon.map(({ user_id }) => user_id)).toEqual([budi.id, hendrikus.id]);
});

test('a line that is decided pays nothing more, and one that is more than is due for several months pays none', async () => {
  const lines = [credit('10/07', 'SETORAN'), credit('10/07', 'SEWA'), credit('10/07', 'LEBIH', 200_001)];
  await send(lines, '10/07', '10/07');
  const [paid, rent, more] = await open();
  expect((await pay(paid?.id ?? 0, [budi], '2026-05')).status).toBe(200);
  expect((await pay(paid?.id ?? 0, [budi], '2026-06')).refusal.code).toBe('line_decided');
  const marked = { params: { id: rent?.id ?? 0 }, body: { status: 'dicatat' } } as const;
  expect((await admin.call(markStatementLine, marked)).status).toBe(200);
  expect((await pay(rent?.id ?? 0, [budi], '2026-06')).refusal.code).toBe('line_decided');
  const tagihan = [{ user_id: budi.id, bulan: ['2026-06', '2026-07'] }];
  const cocok = [{ mutasi_id: more?.id ?? 0, tagihan }];
  const refused = await admin.call(matchStatementLines, { body: { cocok } });
  expect(refused.refusal.code).toBe('line_amount_differs');
  expect(await app.context.db.selectFrom('kas_entri').select('jumlah').execute()).toEqual([
    { jumlah: 100_000 },
  ]);
});

test('a line pays no waived month, none too far ahead, and no slip with another amount', async () => {
  const waived = { user_id: budi.id, bulan: ['2026-05'], sebab: 'berduka' as const };
  expect((await admin.call(proposeWaiver, { body: waived })).status).toBe(200);
  expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
  await app.given.payment({ of: budi, bulan: 6 });
  await send([credit('10/07', 'SETORAN', 150_000)], '10/07', '10/07');
  const [line] = await open();
  const refused = async (bulan: string) => (await pay(line?.id ?? 0, [budi], bulan)).refusal;
  expect((await refused('2026-05')).code).toBe('month_uncharged');
  expect((await refused('2027-08')).errors).toEqual({
    'bulan[]': 'Bulan paling jauh Juli 2027, 12 bulan ke depan',
  });
  expect((await refused('2026-06')).code).toBe('line_amount_differs');
  expect(await open()).toMatchObject([{ sisa: 150_000 }]);
});

test('a line of which one of two payments is reversed is open for the rest, which is matched once', async () => {
  await send([credit('10/07', 'SETORAN', 200_000)], '10/07', '10/07');
  const [line] = await open();
  const id = line?.id ?? 0;
  const both = [{ user_id: budi.id, bulan: ['2026-05', '2026-06'] }];
  const match = (tagihan: typeof both, sisa: number, by = admin) =>
    by.call(matchStatementLines, { body: { cocok: [{ mutasi_id: id, sisa, tagihan }] } });
  expect((await match(both, 200_000)).status).toBe(200);
  const body = { nomor: 1, alasan: 'Salah bulan, dicatat ulang' };
  expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
  expect(await open()).toMatchObject([{ id, sisa: 100_000, pembayaran: [{ bulan: 6, jumlah: 100_000 }] }]);
  const more = await match([{ user_id: budi.id, bulan: ['2026-05', '2026-07'] }], 100_000);
  expect([more.status, more.refusal]).toMatchObject([
    409,
    {
      code: 'line_rest_differs',
      message: 'Sisa mutasi ini Rp 100.000, sedangkan tagihan yang dipilih Rp 200.000.',
    },
  ]);
  const july = [{ user_id: budi.id, bulan: ['2026-07'] }];
  expect((await match(july, 200_000)).refusal.code).toBe('line_rest_differs');
  const answers = await Promise.all([match(july, 100_000), match(july, 100_000, ketua)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await open()).toEqual([]);
});
