/**
 * The operator holds database and key, and rewrites the whole history so that it is consistent: no check inside the
 * machine can tell, but whoever kept a checkpoint can.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getBalance } from '../../../contract/cash-book.ts';
import { getCheckpoint, getConsistency, getLogKey } from '../../../contract/log.ts';
import { reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { checkpointOf, judgeLog } from '../../../contract/witness.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { halvePayments } from '../../testing/rewrite-history.ts';

let app: TestApp;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  siti = await app.as.warga();
  for (const bulan of [4, 5, 6]) await pay(bulan);
});
afterEach(() => app.close());

async function pay(bulan: number) {
  const files = { bukti_transfer: await photo() };
  const { id } = (await siti.call(uploadPaymentWarga, { body: { tahun: 2026, bulan }, files })).body;
  const body = { status: 'dikonfirmasi' } as const;
  expect((await (await app.as.ketua()).call(reviewPayment, { params: { id }, body })).status).toBe(200);
}

const keep = async () => ({
  kunci: (await siti.call(getLogKey)).body.data.kunci,
  catatan: (await siti.call(getCheckpoint)).body.data.catatan,
});
const answerTo = async ({ catatan }: { catatan: string }) => {
  const { origin: asal, size: dari } = checkpointOf(catatan) ?? {};
  return (await siti.call(getConsistency, { query: { asal, dari: String(dari) } })).body.data;
};
const violations = async () => (await findViolations(app.context)).violations;

test('an honest log goes on from what somebody kept', async () => {
  const kept = await keep();
  await pay(7);
  expect(await judgeLog(kept, await answerTo(kept))).toBe('same');
});

test('a rewritten one is not noticed by the doctor, but refused by a kept checkpoint', async () => {
  const kept = await keep();
  expect(await violations()).toEqual([]);
  await halvePayments(app.context);
  expect((await siti.call(getBalance)).body.data.saldo).toBe(150_000);
  expect(await violations()).toEqual([]);
  expect(await judgeLog(kept, await answerTo(kept))).toBe('rewritten');
  // Also after the log has grown beyond what was kept.
  await pay(7);
  expect(await judgeLog(kept, await answerTo(kept))).toBe('rewritten');
});
