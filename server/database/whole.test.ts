/** A write happens as a whole or not at all: here its audit row, which comes last, is refused by the database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications } from '../../contract/notifications.ts';
import { listOwnPaymentsWarga, recordPayment, reviewPayment } from '../../contract/payments.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/databases.ts';
import { makeEars } from '../testing/ears.ts';
import { photo } from '../testing/pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

test('a payment whose audit row cannot be written is neither recorded nor confirmed, and nobody is told', async () => {
  const [admin, warga] = [await app.as.admin(), await app.as.warga('A1')];
  const id = await app.given.payment({ of: warga, tahun: 2026, bulan: 1 });
  const known = async () => [
    (await warga.call(listOwnPaymentsWarga, { params: { userId: warga.id } })).body.data,
    (await warga.call(listNotifications)).body.data,
  ];
  const before = await known();
  const forbid = onPostgres
    ? `ALTER TABLE audit ADD CONSTRAINT never CHECK (aksi NOT LIKE 'payment.%') NOT VALID`
    : `CREATE TRIGGER never BEFORE INSERT ON audit WHEN new.aksi LIKE 'payment.%' BEGIN SELECT RAISE(ABORT, 'never'); END`;
  await sql.raw(forbid).execute(app.context.database.writer);

  const ears = makeEars(app);
  const ear = await ears.listen(warga);
  await ears.during(async () => {
    const body = { user_id: warga.id, tahun: 2026, bulan: 2, jumlah: 50_000 };
    const recorded = await admin.call(recordPayment, { body, files: { bukti_transfer: await photo() } });
    const confirmed = await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    expect([recorded.status, confirmed.status]).toEqual([500, 500]);
  });
  expect(ear.heard).toEqual([]);
  ears.closeAll();
  expect(await known()).toEqual(before);
});
