import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeSettings, getSettings, listAnnouncements } from '../../../contract/settings.ts';
import { sampleQris } from '../../../contract/testing/sample-qris.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';

let app: TestApp;
let ketua: Person;
let siti: Person;
beforeAll(async () => {
  app = await makeApp();
  [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
});
afterAll(() => app.close());

const put = (body: Record<string, unknown>) => ketua.call(changeSettings, { body: { password, ...body } });
const shown = async () => {
  const { qris, qrisAktif } = (await siti.call(getSettings)).body.data;
  return { qris, qrisAktif };
};
const code = sampleQris();
const other = sampleQris({ '59': 'KAS LAIN' });

test('QRIS is switched on only after the code was stored, and a new code switches it off', async () => {
  expect(await shown()).toEqual({ qris: '', qrisAktif: false });
  expect(await put({ qrisAktif: true })).toMatchObject({ status: 422, refusal: { code: 'qris_untried' } });
  expect((await put({ qris: code, qrisAktif: true })).status).toBe(422);
  expect((await put({ qris: code })).status).toBe(200);
  expect(await shown()).toEqual({ qris: code, qrisAktif: false });
  expect((await put({ qrisAktif: true })).status).toBe(200);
  expect((await put({ qris: code, qrisAktif: true })).status).toBe(200);
  expect(await shown()).toEqual({ qris: code, qrisAktif: true });
  expect((await put({ qris: other })).status).toBe(200);
  expect(await shown()).toEqual({ qris: other, qrisAktif: false });
  await put({ qrisAktif: true });
  expect((await put({ qris: '' })).status).toBe(200);
  expect(await shown()).toEqual({ qris: '', qrisAktif: false });
});

test('a change of QRIS asks for the password and is told to everyone, with the merchant by name', async () => {
  await put({ qris: code });
  const without = await ketua.call(changeSettings, { body: { qris: other } });
  expect(without).toMatchObject({ status: 422, refusal: { code: 'password_needed' } });
  const switching = await ketua.call(changeSettings, { body: { qrisAktif: true } });
  expect(switching).toMatchObject({ status: 422, refusal: { code: 'password_needed' } });
  await put({ qris: other });
  const [announced] = (await siti.call(listAnnouncements)).body.data;
  expect(announced).toMatchObject({
    perihal: 'qris',
    sebelum: 'KAS GRIYA RUKUN · SLEMAN · ID1020000000001',
    sesudah: 'KAS LAIN · SLEMAN · ID1020000000001',
  });
  const [told] = (await siti.call(listNotifications)).body.data;
  expect(told).toMatchObject({ pesan: expect.stringContaining('mengubah kode QRIS') as string });
});

test.each([
  ['kode apa saja', 'Ini bukan kode QRIS'],
  [code.replace('SLEMAN', 'SLEMEN'), 'Kode QRIS rusak atau tidak lengkap. Foto ulang kodenya'],
  ['0'.repeat(513), 'Kode QRIS maksimal 512 karakter'],
  [7, 'Kode QRIS harus berupa teks'],
])('the code %j is refused with its reason', async (qris, sentence) => {
  const before = await shown();
  expect(await put({ qris })).toMatchObject({ status: 422, refusal: { errors: { qris: sentence } } });
  expect(await shown()).toEqual(before);
});
