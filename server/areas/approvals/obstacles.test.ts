/** The lists of proposals and hand-overs say why the reader cannot decide, who can, and from when on. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { decideHandover, listHandovers, makeHandover } from '../../../contract/handovers.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua('Bu Ketua'), await app.as.admin('Pak Admin')];
});
afterEach(() => app.close());

const alasan = 'Nominal keliru, seharusnya Rp 100.000';
const listed = async (by: Person) => {
  const [first, ...others] = (await by.call(listApprovals, { query: { status: 'menunggu' } })).body.data;
  if (!first || others.length > 0) throw new Error('not exactly one open proposal');
  return first;
};
const approve = async (by: Person) => {
  const { id, sidik } = await listed(by);
  return await by.call(decideApproval, { params: { id }, body: { keputusan: 'setuju', sidik } });
};

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
  expect((await listed(ketua)).halangan).toBeNull();
  expect((await listed(admin)).halangan).toBe(
    'Menunggu orang lain. Yang dapat memutuskan sekarang: Bu Ketua.',
  );
  expect((await approve(ketua)).status).toBe(200);
});

test('who set the proposer’s password reads from when they can decide, and who can until then', async () => {
  await propose(await app.as.warga('A1-1'));
  await setPassword(ketua, admin);
  const { halangan } = await listed(ketua);
  expect(halangan).toMatch(/belum 30 hari .* Sekarang belum ada yang dapat memutuskan\. /);
  expect(halangan).toContain('Anda dapat memutuskan mulai 14 Agu 2026, 10.00.');
  expect((await approve(ketua)).refusal?.code).toBe('same_person');
  await app.as.admin('Bu Dua');
  expect((await listed(ketua)).halangan).toContain('Yang dapat memutuskan sekarang: Bu Dua.');
  app.clock.set('2026-08-14T03:00:01.000Z');
  const later = await app.as.admin('Bu Tiga');
  expect((await listed(later)).halangan).toBeNull();
});

test('whose own payment it is reads so in the words of the refusal, and no day from which they could', async () => {
  await propose(ketua);
  const { refusal } = await approve(ketua);
  expect(refusal?.code).toBe('own_payment');
  const halangan = `${refusal?.message} Sekarang belum ada yang dapat memutuskan.`;
  expect((await listed(ketua)).halangan).toBe(halangan);
  await setPassword(ketua, admin);
  expect((await listed(ketua)).halangan).toBe(halangan);
});

test('the list of hand-overs names who can accept one, for its coordinator and for officers who cannot', async () => {
  const rina = await app.as.koordinator('A');
  const { id: user_id } = await app.as.warga('A1', { created_at: '2026-07-10T00:00:00.000Z' });
  const taken = { ketukan: randomUUID(), user_id, bulan: ['2026-07'], jumlah: 100_000 };
  const body = { ...taken, waktu: '2026-07-15T02:00:00.000Z' };
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  expect((await rina.call(makeHandover, { body: { jumlah: 100_000 } })).status).toBe(201);
  const obstacle = async (by: Person) => (await by.call(listHandovers, { query: {} })).body.data[0]?.halangan;
  expect(await obstacle(rina)).toBe(
    'Menunggu orang lain. Yang dapat menerima sekarang: Bu Ketua, Pak Admin.',
  );
  await setPassword(ketua, rina);
  expect(await obstacle(ketua)).toContain('Yang dapat menerima sekarang: Pak Admin.');
  expect(await obstacle(admin)).toBeNull();
  const { id = 0 } = (await admin.call(listHandovers, { query: {} })).body.data[0] ?? {};
  const counted = { params: { id }, body: { status: 'diterima', dihitung: 100_000 } } as const;
  expect((await ketua.call(decideHandover, counted)).refusal?.code).toBe('same_person');
  expect((await admin.call(decideHandover, counted)).status).toBe(200);
});
