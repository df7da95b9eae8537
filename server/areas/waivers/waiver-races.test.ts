/** Waivers that are carried out while the house changes, which decides what its months cost. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeAccount } from '../../../contract/officers.ts';
import { setRate } from '../../../contract/rates.ts';
import { changeResident } from '../../../contract/residents.ts';
import { listWaivers, proposeWaiver, settleOldMonths } from '../../../contract/waivers.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
let budi: Person;
/** On 15 July 2026; both residents owe since May, at Rp 100.000. */
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  const created_at = '2026-05-10T03:00:00.000Z';
  siti = await app.as.person('warga', { nama: 'Siti', blok: 'A1', created_at });
  budi = await app.as.person('warga', { nama: 'Budi', blok: 'A2', created_at });
});
afterEach(() => app.close());

/** The second person agrees, has read what it costs, and has not carried it out yet. @returns what they signed */
async function signDuring(change: () => Promise<{ status: number }>) {
  const proposal = await onlyProposal(ketua);
  const release = await hold(app, async (tx) => {
    const same = tx.db.updateTable('persetujuan').set((eb) => ({ alasan: eb.ref('alasan') }));
    await same.where('id', '=', proposal.id).execute();
  });
  const signed = decide(ketua, proposal);
  await untilWaiting(app, 1);
  const changed = change();
  await Promise.race([changed, untilWaiting(app, 2)]);
  await release();
  expect([(await signed).status, (await changed).status]).toEqual([200, 200]);
  return (await signed).body.data.isi.find(({ label }) => label === 'Jumlah')?.nilai;
}

const waivedOf = async ({ id }: Person) =>
  (await admin.call(listWaivers, { params: { userId: id } })).body.data.map(({ jumlah }) => jumlah);

test.each([
  ['stands empty', { rumah: 'kosong' }],
  ['is another one', { blok: 'B9' }],
] as const)('a waiver is of the sum that two people signed when the house %s meanwhile', async (_, body) => {
  for (const scope of [{ rumah: 'kosong' }, { huruf_blok: 'B' }] as const)
    await ketua.call(setRate, { body: { ...scope, jumlah: 40_000, sejak: '2026-07', password } });
  const wanted = { user_id: siti.id, bulan: ['2026-07'], sebab: 'berduka' as const };
  expect((await admin.call(proposeWaiver, { body: wanted })).status).toBe(200);
  const signed = await signDuring(() => admin.call(changeResident, { params: { id: siti.id }, body }));
  expect(signed).toBe('Rp 100.000');
  expect(await waivedOf(siti)).toEqual([100_000]);
});

test('old months are those that two people signed when somebody leaves meanwhile', async () => {
  expect((await admin.call(settleOldMonths, { body: { sebelum: '2026-07' } })).status).toBe(200);
  const leave = { params: { id: budi.id }, body: { status: 'inactive' as const } };
  expect(await signDuring(() => ketua.call(changeAccount, leave))).toBe('Rp 400.000');
  expect([await waivedOf(siti), await waivedOf(budi)]).toEqual([
    [100_000, 100_000],
    [100_000, 100_000],
  ]);
});
