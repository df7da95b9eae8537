import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { askForBill, type Bill } from '../../../contract/bills.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import {
  deletePaymentWarga,
  listMonthPayments,
  listOwnPaymentsWarga,
  listPayments,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
});
afterEach(() => app.close());

const ask = (months: string[], by = siti) => by.call(askForBill, { body: { 'bulan[]': months } });
const bill = async (months: string[], by = siti): Promise<Bill> => (await ask(months, by)).body.data;
const upload = async ({ bulan, id }: Pick<Bill, 'bulan' | 'id'>, by = siti) =>
  by.call(uploadPaymentWarga, {
    body: { 'bulan[]': bulan, ...(id === null ? {} : { tagihan: id }) },
    files: { bukti_transfer: await photo() },
  });
const own = async (by = siti) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data.toReversed();
const amounts = async (by = siti) => (await own(by)).map(({ jumlah }) => jumlah);
const confirm = ({ id, kelompok }: { id: number; kelompok: number | null }) =>
  ketua.call(reviewPayment, {
    params: { id },
    body: { status: 'dikonfirmasi', ...(kelompok === null ? {} : { kelompok }) },
  });
async function pay(months: string[], by = siti): Promise<Bill> {
  const asked = await bill(months, by);
  await confirm((await upload(asked, by)).body.data);
  return asked;
}
async function reverse(payment_id: number) {
  const entry = await app.context.db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow();
  return ketua.call(reverseEntry, { body: { nomor: entry.nomor, alasan: 'Uangnya tidak pernah masuk' } });
}
const balance = async () => (await ketua.call(getBalance)).body.data.saldo;
const violations = async () => (await findViolations(app.context)).violations;
const stored = () => app.context.db.selectFrom('tagihan').selectAll().orderBy('id').execute();
const whole = (bills: readonly Bill[]) => bills.map(({ jumlah }) => jumlah);

describe('a bill with a unique code', () => {
  test('is the plain dues, and nothing is stored, while codes are switched off', async () => {
    await ketua.call(changeSettings, { body: { kodeUnik: false } });
    expect(await bill(['2026-06', '2026-07'])).toEqual({
      id: null,
      bulan: ['2026-06', '2026-07'],
      jumlah: 200_000,
      kode: null,
      kredit: 0,
    });
    expect(await stored()).toEqual([]);
  });

  test('is dues and code, stays the same for the same months, and is in the audit log', async () => {
    const first = await bill(['2026-06']);
    expect(first).toMatchObject({ bulan: ['2026-06'], kredit: 0, jumlah: 100_000 + (first.kode ?? 0) });
    expect(first.kode).toBeGreaterThanOrEqual(1);
    expect(first.kode).toBeLessThanOrEqual(999);
    const both = await bill(['2026-06', '2026-07']);
    expect(both.jumlah).toBe(200_000 + (both.kode ?? 0));
    expect(await bill(['2026-06'])).toEqual(first);
    const { body } = await ketua.call(listAudit, { query: { entitas: 'bills' } });
    expect(body.data.map(({ aksi, entitas_id }) => [aksi, entitas_id])).toEqual([
      ['bill.made', both.id],
      ['bill.made', first.id],
    ]);
  });

  test('is the same again after others replaced it: no house uses up codes by asking', async () => {
    const ofMonth = (month: number) => bill([`2026-${String(month).padStart(2, '0')}`]);
    const first = await ofMonth(1);
    for (let month = 2; month <= 12; month += 1) await ofMonth(month);
    expect((await stored())[0]).toMatchObject({ id: first.id, ditutup_pada: '2026-07-15T03:00:00.000Z' });
    expect(await ofMonth(1)).toEqual(first);
    expect(await stored()).toHaveLength(12);
  });

  test('that others replaced is made anew once its amount is free', async () => {
    const ofMonth = (month: number) => bill([`2026-${String(month).padStart(2, '0')}`]);
    const first = await ofMonth(1);
    for (let month = 2; month <= 12; month += 1) await ofMonth(month);
    app.clock.set('2026-07-29T03:00:00.000Z');
    expect((await ofMonth(1)).id).not.toBe(first.id);
    expect((await stored())[0]?.ditutup_pada).toBe('2026-07-15T03:00:00.000Z');
  });

  test('with another credit than the house has by now is closed by the next one', async () => {
    const before = await bill(['2026-06']);
    await pay(['2026-05']);
    await bill(['2026-07']);
    expect((await stored()).find(({ id }) => id === before.id)?.ditutup_pada).not.toBeNull();
  });

  test('that nobody pays is closed after 60 days, and that of a former account by the next bill', async () => {
    const first = await bill(['2026-07']);
    await app.context.write('system', (tx) =>
      tx.db.updateTable('tagihan').set({ dibuat_pada: '2026-05-16T03:00:00.000Z' }).execute(),
    );
    const later = await bill(['2026-07']);
    expect(later.id).not.toBe(first.id);
    expect((await stored()).map(({ ditutup_pada }) => ditutup_pada)).toEqual([
      '2026-07-15T03:00:00.000Z',
      null,
    ]);
    await ketua.call(deleteResident, { params: { id: siti.id } });
    await bill(['2026-07'], await app.as.warga('A2-1'));
    expect((await stored()).find(({ id }) => id === later.id)?.ditutup_pada).toBe('2026-07-15T03:00:00.000Z');
  });

  test('is replaced when the dues change, and refused for a month that is paid', async () => {
    const before = await bill(['2026-07']);
    await ketua.call(changeSettings, { body: { duesAmount: 120_000, password: 'rahasia1' } });
    const after = await bill(['2026-07']);
    expect(after.jumlah).toBe(120_000 + (after.kode ?? 0));
    expect((await stored()).map(({ id, ditutup_pada }) => [id, ditutup_pada !== null])).toEqual([
      [before.id, true],
      [after.id, false],
    ]);
    await app.given.payment({ of: siti, bulan: 7 });
    expect(await ask(['2026-07'])).toMatchObject({ status: 409, refusal: { code: 'payment_exists' } });
  });

  test('of a house that asks for many months is one of ten at most', async () => {
    for (let month = 1; month <= 12; month += 1) await ask([`2026-${String(month).padStart(2, '0')}`]);
    expect((await stored()).filter(({ ditutup_pada }) => ditutup_pada === null)).toHaveLength(10);
  });

  test('of fifty houses that ask at once has fifty amounts', async () => {
    const houses = await Promise.all(Array.from({ length: 50 }, (_, at) => app.as.warga(`B${at + 1}-1`)));
    const asked = await Promise.all(houses.map((house) => bill(['2026-07'], house)));
    expect(new Set(whole(asked)).size).toBe(50);
    expect(asked.every(({ id }) => id !== null)).toBe(true);
  });

  test('is made anew for the account that dues go to by now: its code is unique there', async () => {
    const before = await bill(['2026-07']);
    const bank = { nama: 'Bank BCA', jenis: 'bank' } as const;
    const { id: akun_id } = (await ketua.call(addMoneyAccount, { body: bank })).body;
    const after = await bill(['2026-07']);
    expect(after.id).not.toBe(before.id);
    expect(await stored()).toMatchObject([{ akun_id: 1 }, { id: after.id, akun_id, ditutup_pada: null }]);
  });

  test('that a house asks for five times at once is one bill', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => bill(['2026-07'])));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });
});

describe('codes that are taken', () => {
  /** All amounts of one month but the free one are those of bills of a neighbour; that of 347 was closed then. */
  const takeAll = async (closed: string, free = 0) => {
    const tono = await app.as.warga('A2-1');
    await app.context.write('system', async (tx) => {
      const rows = Array.from({ length: 999 }, (_, at) => ({
        user_id: tono.id,
        akun_id: 1,
        jumlah: 100_001 + at,
        kode: at + 1,
        kredit: 0,
        dibuat_pada: tx.now,
        ditutup_pada: at + 1 === 347 ? closed : null,
      }));
      const taken = rows.filter(({ kode }) => kode !== free);
      await tx.db.insertInto('tagihan').values(taken).execute();
    });
  };

  test('leave the plain dues, without an error, and without touching the credit', async () => {
    await takeAll('2026-07-14T00:00:00.000Z');
    expect(await bill(['2026-07'])).toMatchObject({ id: null, kode: null, jumlah: 100_000 });
    expect((await bill(['2026-06', '2026-07'])).id).not.toBeNull();
  });

  test('are never those that make a round amount, as people send without a code', async () => {
    await takeAll('2026-07-14T00:00:00.000Z', 500);
    expect(await bill(['2026-07'])).toMatchObject({ id: null, jumlah: 100_000 });
  });

  test('are free 14 days after the bill was closed, not before', async () => {
    await takeAll('2026-07-01T03:00:01.000Z');
    expect((await bill(['2026-07'])).kode).toBeNull();
    app.clock.set('2026-07-15T03:00:01.000Z');
    expect((await bill(['2026-07'])).kode).toBe(347);
  });
});

describe('a payment with a code', () => {
  test('keeps what was sent, book and balance agree, and the code lowers the next bill', async () => {
    const first = await pay(['2026-06']);
    expect(await amounts()).toEqual([first.jumlah]);
    expect(await balance()).toBe(first.jumlah);
    const next = await bill(['2026-07']);
    expect(next).toMatchObject({ kredit: first.kode });
    expect(next.jumlah).toBe(100_000 - (first.kode ?? 0) + (next.kode ?? 0));
    await confirm((await upload(next)).body.data);
    expect(await balance()).toBe(200_000 + (next.kode ?? 0));
    expect(await violations()).toEqual([]);
  });

  test('of several months carries the code in one of them', async () => {
    const paid = await pay(['2026-05', '2026-06', '2026-07']);
    expect(await amounts()).toEqual([100_000 + (paid.kode ?? 0), 100_000, 100_000]);
    expect(await balance()).toBe(paid.jumlah);
    expect(await bill(['2026-08'])).toMatchObject({ kredit: paid.kode });
  });

  test('names code and credit to the payer and to staff, on each month; of what was sent without it nothing', async () => {
    const first = await pay(['2026-05']);
    const asked = await bill(['2026-06', '2026-07']);
    const waiting = (await upload(asked)).body.data;
    const plain = (await upload({ bulan: ['2026-08'], id: null })).body.data;
    const paid = { kode: first.kode, kredit: 0 };
    const sent = { kode: asked.kode, kredit: first.kode };
    const expected = [paid, sent, sent, null];
    expect((await own()).map(({ tagihan }) => tagihan)).toEqual(expected);
    const listed = (await ketua.call(listPayments)).body.data.toReversed();
    expect(listed.map(({ tagihan }) => tagihan)).toEqual(expected);
    const inMonth = async (month: number, query = {}) =>
      (await ketua.call(listMonthPayments, { params: { year: 2026, month }, query })).body.data;
    expect((await inMonth(7)).map(({ tagihan }) => tagihan)).toEqual([sent]);
    await app.as.warga('A2', { created_at: '2026-01-10T03:00:00.000Z' });
    const unpaid = await inMonth(7, { include: 'unpaid' });
    expect(unpaid.map(({ blok, tagihan }) => [blok, tagihan])).toContainEqual(['A2', null]);
    expect((await confirm(waiting)).body.data.tagihan).toEqual(sent);
    expect((await confirm(plain)).body.data.tagihan).toBeNull();
  });

  test('frees its amount 14 days after it was confirmed', async () => {
    const paid = await pay(['2026-06']);
    await ask(['2026-07']);
    const [closed] = await stored();
    expect(closed).toMatchObject({ id: paid.id, ditutup_pada: '2026-07-15T03:00:00.000Z' });
  });

  test('keeps its amount while its slip waits, however long, whatever the house and others ask for', async () => {
    const asked = await bill(['2026-06']);
    await upload(asked);
    const neighbour = await app.as.warga('A1-2');
    for (const day of ['2026-07-16', '2026-07-28', '2026-08-10', '2026-08-23', '2026-09-05', '2026-09-15']) {
      app.clock.set(`${day}T03:00:00.000Z`);
      await ask(['2026-06'], neighbour);
      await ask(['2026-07']);
      expect((await stored())[0]).toMatchObject({ id: asked.id, ditutup_pada: null });
    }
  });

  test('sent without the code is the dues, and gives no credit', async () => {
    const asked = await bill(['2026-06']);
    await confirm((await upload({ ...asked, id: null })).body.data);
    expect(await amounts()).toEqual([100_000]);
    expect((await bill(['2026-07'])).kredit).toBe(0);
  });

  test('that is rejected, withdrawn or reversed gives no credit, and the bill can be paid again', async () => {
    const asked = await bill(['2026-06']);
    const { id } = (await upload(asked)).body.data;
    await siti.call(deletePaymentWarga, { params: { id } });
    expect((await bill(['2026-07'])).kredit).toBe(0);
    const again = (await upload(asked)).body.data;
    await ketua.call(reviewPayment, {
      params: { id: again.id },
      body: { status: 'ditolak', catatan: 'Buram' },
    });
    expect(await bill(['2026-06'])).toEqual(asked);
    const third = (await upload(asked)).body.data;
    await confirm(third);
    expect((await bill(['2026-07'])).kredit).toBe(asked.kode);
    expect((await reverse(third.id)).status).toBe(200);
    expect((await bill(['2026-07'])).kredit).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test('is refused for other months, for a bill of somebody else, and for one that does not exist', async () => {
    const asked = await bill(['2026-06']);
    const tono = await app.as.warga('A2-1');
    for (const [months, id, by] of [
      [['2026-07'], asked.id, siti],
      [['2026-06', '2026-07'], asked.id, siti],
      [['2026-06'], asked.id, tono],
      [['2026-06'], 999_999, siti],
    ] as const)
      expect(await upload({ bulan: [...months], id }, by)).toMatchObject({
        status: 422,
        refusal: { errors: { tagihan: expect.stringContaining('bukan untuk bulan') as string } },
      });
    expect(await own()).toEqual([]);
  });

  test('keeps the amount that was sent, even if the dues changed meanwhile', async () => {
    const asked = await bill(['2026-07']);
    await ketua.call(changeSettings, { body: { duesAmount: 120_000, password: 'rahasia1' } });
    await upload(asked);
    expect(await amounts()).toEqual([asked.jumlah]);
  });

  test('is refused when the dues changed more than 14 days after the bill was made', async () => {
    const [august, july] = [await bill(['2026-08']), await bill(['2026-07'])];
    const both = await bill(['2026-07', '2026-08']); // of which July costs the same
    app.clock.set('2026-08-03T03:00:00.000Z');
    await ketua.call(changeSettings, { body: { duesAmount: 120_000, password: 'rahasia1' } });
    for (const old of [august, both])
      expect(await upload(old)).toMatchObject({ status: 409, refusal: { code: 'bill_outdated' } });
    expect((await upload(july)).status).toBe(201);
    expect(await amounts()).toEqual([july.jumlah]);
  });

  test('by staff has no code: they record what they received', async () => {
    await ask(['2026-06']);
    const body = { user_id: siti.id, tahun: 2026, bulan: 6, jumlah: 100_000, metode: 'tunai' } as const;
    expect((await ketua.call(recordPayment, { body })).status).toBe(201);
    expect(await amounts()).toEqual([100_000]);
  });
});

test('whatever a house pays and staff take back: received is dues and credit, and a new bill settles the credit', async () => {
  let house = 0;
  const steps = fc.array(fc.constantFrom('pay', 'pay two', 'reverse last', 'reverse any'), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (actions, seed) => {
      const payer = await app.as.warga(`C${(house += 1)}-1`);
      const months = Array.from({ length: 18 }, (_, at) => {
        const month = String((at % 12) + 1).padStart(2, '0');
        return `${at < 12 ? 2025 : 2026}-${month}`;
      });
      const live: { payments: number[]; dues: number; surplus: number; last: number }[] = [];
      for (const action of actions) {
        if (action.startsWith('pay')) {
          const chosen = months.splice(0, action === 'pay' ? 1 : 2);
          const asked = await pay(chosen, payer);
          const made = (await own(payer)).filter(({ tahun, bulan }) =>
            chosen.includes(`${tahun}-${String(bulan).padStart(2, '0')}`),
          );
          const [dues, kode] = [chosen.length * 100_000, asked.kode ?? 0];
          expect(asked.jumlah).toBe(dues - asked.kredit + kode);
          live.push({ payments: made.map(({ id }) => id), dues, surplus: kode - asked.kredit, last: kode });
          // A new bill settles whatever credit there was: what is left is its code.
          expect(live.reduce((sum, { surplus }) => sum + surplus, 0)).toBe(kode);
        } else if (live.length > 0) {
          const at = action === 'reverse last' ? live.length - 1 : seed % live.length;
          for (const { payments } of live.splice(at, 1)) for (const id of payments) await reverse(id);
        }
        const confirmed = (await own(payer)).filter(({ status }) => status === 'dikonfirmasi');
        const received = confirmed.reduce((sum, { jumlah }) => sum + jumlah, 0);
        const dues = live.reduce((sum, one) => sum + one.dues, 0);
        const next = await bill(['2027-07'], payer);
        expect(received).toBe(dues + next.kredit);
        if (!actions.includes('reverse any')) {
          expect(next.kredit).toBe(live.at(-1)?.last ?? 0);
          expect(next.kredit).toBeLessThanOrEqual(999);
        }
      }
      const open = (await stored()).filter(({ ditutup_pada }) => ditutup_pada === null);
      expect(new Set(open.map(({ akun_id, jumlah }) => `${akun_id} ${jumlah}`)).size).toBe(open.length);
    }),
    { numRuns: 12 },
  );
});
