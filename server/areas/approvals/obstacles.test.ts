/** The lists of proposals and hand-overs say why the reader cannot decide, who can, and from when on. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameAuditors } from '../../../contract/auditors.ts';
import { login } from '../../../contract/auth.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { adminDashboard, ketuaDashboard } from '../../../contract/dashboard.ts';
import { decideHandover, listHandovers, makeHandover } from '../../../contract/handovers.ts';
import { changeAccount, createAccount } from '../../../contract/officers.ts';
import { collectDues, getRound } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { makeEars } from '../../testing/ears.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua('Bu Ketua'), await app.as.admin('Pak Admin')];
});
afterEach(() => app.close());

const alasan = 'Nominal keliru, seharusnya Rp 100.000';
const approve = async (by: Person) => decide(by, await onlyProposal(by));

/** What the dashboard says. */
const pending = async (by: Person) => (await by.call(ketuaDashboard)).body.data.persetujuanPending;

/** The admin proposes to reverse a payment of June. */
async function propose(payer: Person) {
  app.clock.set('2026-06-10T03:00:00.000Z');
  await app.given.payment({ of: payer, bulan: 6, status: 'dikonfirmasi' });
  app.clock.set('2026-07-15T03:00:00.000Z');
  expect((await admin.call(reverseEntry, { body: { nomor: 1, alasan } })).status).toBe(200);
}

/** For thirty days the two are not two people. */
const setPassword = async (by: Person, { id }: Person) => {
  const body = { password: 'mangga-muda-7' };
  expect((await by.call(changeAccount, { params: { id }, body })).status).toBe(200);
};

test('who may decide reads no obstacle, and the proposer reads who can', async () => {
  await propose(await app.as.warga('A1-1'));
  expect((await onlyProposal(ketua)).halangan).toBeNull();
  expect(await pending(ketua)).toBe(1);
  expect((await admin.call(adminDashboard)).body.data.persetujuanPending).toBe(0);
  expect((await onlyProposal(admin)).halangan).toBe(
    'Menunggu orang lain. Yang dapat memutuskan sekarang: Bu Ketua.',
  );
  expect((await approve(ketua)).status).toBe(200);
});

test('who set the proposer’s password reads from when they can decide, and who can until then', async () => {
  await propose(await app.as.warga('A1-1'));
  await setPassword(ketua, admin);
  const { halangan } = await onlyProposal(ketua);
  expect(halangan).toMatch(/kurang dari 30 hari .* Sekarang belum ada yang dapat memutuskan\. /);
  expect(halangan).toContain('Anda dapat memutuskan mulai 14 Agu 2026, 10.00.');
  expect((await approve(ketua)).refusal?.code).toBe('same_person');
  expect(await pending(ketua)).toBe(0);
  await app.as.admin('Bu Dua');
  expect((await onlyProposal(ketua)).halangan).toContain('Yang dapat memutuskan sekarang: Bu Dua.');
  app.clock.set('2026-08-14T03:00:01.000Z');
  const later = await app.as.admin('Bu Tiga');
  expect((await onlyProposal(later)).halangan).toBeNull();
});

test('if nobody can decide yet, an auditor whom the proposer has nothing to do with can', async () => {
  await propose(await app.as.warga('A1-1'));
  await setPassword(ketua, admin);
  const siti = await app.as.warga('A2');
  await setPassword(ketua, siti);
  expect((await onlyProposal(ketua)).halangan).toContain(
    'Lebih cepat: ketua menunjuk pengawas di Pengaturan',
  );
  await ketua.call(nameAuditors, { body: { user_ids: [siti.id], password } });
  const { halangan } = await onlyProposal(ketua);
  expect(halangan).toContain(`Yang dapat memutuskan sekarang: ${siti.nama}.`);
  expect(halangan).not.toContain('Lebih cepat');
});

test('whose own payment it is reads so in the words of the refusal, and no day from which they could', async () => {
  await propose(ketua);
  const { refusal } = await approve(ketua);
  expect(refusal?.code).toBe('own_payment');
  const halangan = `${refusal?.message} Sekarang belum ada yang dapat memutuskan.`;
  expect((await onlyProposal(ketua)).halangan).toBe(halangan);
  expect(await pending(ketua)).toBe(0);
  await setPassword(ketua, admin);
  expect((await onlyProposal(ketua)).halangan).toBe(halangan);
});

test('the list of hand-overs and the round name who can accept one, for its coordinator and for officers who cannot', async () => {
  const rina = await app.as.koordinator('A');
  const { id: user_id } = await app.as.warga('A1', { created_at: '2026-07-10T00:00:00.000Z' });
  const taken = { ketukan: randomUUID(), user_id, bulan: ['2026-07'], jumlah: 100_000 };
  const body = { ...taken, waktu: '2026-07-15T02:00:00.000Z' };
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  expect((await rina.call(makeHandover, { body: { jumlah: 100_000 } })).status).toBe(201);
  const obstacle = async (by: Person) => (await by.call(listHandovers, { query: {} })).body.data[0]?.halangan;
  const waits = 'Menunggu orang lain. Yang dapat menerima sekarang: Bu Ketua, Pak Admin.';
  expect(await obstacle(rina)).toBe(waits);
  expect((await rina.call(getRound, { query: {} })).body.data.setoran?.halangan).toBe(waits);
  await setPassword(ketua, rina);
  expect(await obstacle(ketua)).toContain('Yang dapat menerima sekarang: Pak Admin.');
  expect(await obstacle(admin)).toBeNull();
  const { id = 0 } = (await admin.call(listHandovers, { query: {} })).body.data[0] ?? {};
  const counted = { params: { id }, body: { status: 'diterima', dihitung: 100_000 } } as const;
  expect((await ketua.call(decideHandover, counted)).refusal?.code).toBe('same_person');
  expect((await admin.call(decideHandover, counted)).status).toBe(200);
});

const told = async () =>
  (
    await app.context.db.selectFrom('notifications').selectAll().where('jenis', '=', 'approval').execute()
  ).map(({ user_id, judul, pesan }) => [user_id, `${judul}: ${pesan}`]);
/** For thirty days the new admin and the ketua are not two people. */
const makeAdmin = async () => {
  const body = {
    nama: 'Bu Baru',
    email: 'baru@contoh.id',
    password: 'mangga-muda-7',
    jenis: 'admin',
  } as const;
  return (await ketua.call(createAccount, { body })).body.id;
};
const proposeAsKetua = async () => {
  await app.given.expense({ by: admin, jumlah: 50_000, tanggal: '2026-06-10' });
  expect((await ketua.call(reverseEntry, { body: { nomor: 1, alasan } })).status).toBe(200);
};

test('of several second persons only those are asked who can decide', async () => {
  await makeAdmin();
  await proposeAsKetua();
  expect(await told()).toEqual([
    [admin.id, expect.stringMatching(/^Menunggu Persetujuan Anda: .* Periksa isinya sebelum menyetujui\.$/)],
  ]);
});

test('if no second person can decide, they hear why and from when on instead of being asked', async () => {
  const id = await makeAdmin();
  const params = { id: admin.id };
  await ketua.call(changeAccount, { params, body: { status: 'inactive' } });
  await proposeAsKetua();
  const why =
    /^Usulan Menunggu Orang Kedua: .* kurang dari 30 hari .* Anda dapat memutuskan mulai 14 Agu 2026/;
  expect(await told()).toEqual([[id, expect.stringMatching(why)]]);
});

test('who cannot accept the cash of a hand-over is not asked to count it, and the lists are read again', async () => {
  const rina = await app.as.koordinator('A');
  const { id: user_id } = await app.as.warga('A1', { created_at: '2026-07-10T00:00:00.000Z' });
  const taken = { ketukan: randomUUID(), user_id, bulan: ['2026-07'], jumlah: 100_000 };
  const body = { ...taken, waktu: '2026-07-15T02:00:00.000Z' };
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  const ears = makeEars(app);
  const ear = await ears.listen(admin);
  await ears.during(() => setPassword(ketua, rina));
  expect(ear.topics()).toEqual(expect.arrayContaining(['approvals', 'rounds']));
  const warga = await app.as.warga('A2');
  await ears.during(() => setPassword(ketua, warga));
  expect(ear.topics()).not.toContain('approvals');
  const auditors = { user_ids: [warga.id], password };
  await ears.during(() => ketua.call(nameAuditors, { body: auditors }));
  expect(ear.topics()).toContain('approvals');
  ears.closeAll();
  const credentials = { email: rina.email, password: 'mangga-muda-7' };
  const { token } = (await app.as.nobody.call(login, { body: credentials })).body;
  const made = await callsTo(app.url, token)(makeHandover, { body: { jumlah: 100_000 } });
  expect(made.status).toBe(201);
  expect(await told()).toEqual([[admin.id, expect.stringMatching(/Hitung uangnya, lalu terima\.$/)]]);
});
