import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { getBalance } from '../../contract/cash-book.ts';
import { listClosings } from '../../contract/closings.ts';
import { monthIn, monthKey, shiftMonth } from '../../contract/format.ts';
import { monthStatus } from '../../contract/month-status.ts';
import { listOwnPaymentsWarga, listPayments } from '../../contract/payments.ts';
import { listFunds } from '../../contract/places.ts';
import { listResidents } from '../../contract/residents.ts';
import { getStatementRadar } from '../../contract/statements.ts';
import { listWaivers } from '../../contract/waivers.ts';
import type { Context } from '../context.ts';
import { documentKey, imageKey, thumbnailKey } from '../http/files/files.ts';
import { findViolations } from '../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { call } from '../testing/call.ts';
import { onPostgres } from '../testing/databases.ts';
import { readAudit } from '../testing/read-audit.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { makeCalendar } from './calendar.ts';
import { planPayments } from './dues.ts';
import { planPeople } from './people.ts';
import { seedDemoEstate } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
  await seedDemoEstate(app.context);
});
afterAll(() => app.close());

const tables = [
  'users',
  'payments',
  'expenses',
  'dues',
  'complaints',
  'complaint_comments',
  'posts',
  'post_likes',
  'post_comments',
  'documents',
  'files',
  'notifications',
] as const;

async function contents({ db }: Context): Promise<Record<string, string[]>> {
  const entries = tables.map(async (table) => {
    const rows = await db.selectFrom(table).selectAll().execute();
    return [table, rows.map((row) => JSON.stringify({ ...row, password_hash: '' })).toSorted()] as const;
  });
  // Stored with random salts, like the passwords.
  const audit = (await readAudit(db, {})).map((row) => JSON.stringify(row, withoutFingerprint));
  return { ...Object.fromEntries(await Promise.all(entries)), audit };
}

const withoutFingerprint = (key: string, value: unknown) => (key === 'sidik_password' ? undefined : value);

const signIn = (email: string, password = demoPassword) =>
  call(app.url, null, login, { body: { email, password } });

const asDemo = async (email: string) => {
  const { token, user } = (await signIn(email)).body;
  return { user, get: ((endpoint, input) => call(app.url, token, endpoint, input)) as Caller };
};
type Caller = <E extends Parameters<typeof call>[2]>(
  endpoint: E,
  input: Parameters<typeof call<E>>[3],
) => ReturnType<typeof call<E>>;

const thisMonth = () => monthIn(app.context.config.timeZone, app.clock.now);

describe('the demo estate', () => {
  // What is planned depends on no database, so one kind will do.
  test.skipIf(onPostgres)('two empty databases get the same rows', async () => {
    const twin = await makeApp();
    await seedDemoEstate(twin.context);
    const [one, other] = [await contents(app.context), await contents(twin.context)];
    await twin.close();
    expect(tables.filter((table) => one[table]?.length === 0)).toEqual([]);
    expect(one).toEqual(other);
  });

  test('a second start changes nothing', async () => {
    const before = await contents(app.context);
    await seedDemoEstate(app.context);
    expect(await contents(app.context)).toEqual(before);
  });

  test('a database with accounts stays unchanged', async () => {
    const own = await makeApp();
    await own.as.ketua();
    await seedDemoEstate(own.context);
    expect((await contents(own.context)).users).toHaveLength(1);
    await own.close();
  });

  test.each(demoAccounts)('$email signs in as $jenis', async ({ email, jenis }) => {
    const { status, body } = await signIn(email);
    expect([status, body.user.jenis]).toEqual([200, jenis]);
    expect((await signIn(email, 'guyub124')).status).toBe(401);
  });

  test('the demo resident also signs in with the phone number, and lives at A1-1', async () => {
    const { body } = await signIn('081234567890');
    expect(body.user).toMatchObject({ email: 'warga@guyub.test', nama: 'Budi Santoso', blok: 'A1-1' });
  });

  test('120 residents live in the blocks A to P, each with a coordinator', async () => {
    const ketua = await asDemo('ketua@guyub.test');
    const { body } = await ketua.get(listResidents, {});
    expect(body.data).toHaveLength(120);
    const letters = (blocks: (string | null)[]) =>
      [...new Set(blocks.map((blok) => blok?.charAt(0)))].join('');
    expect(letters(body.data.map(({ blok }) => blok))).toBe('ABCDEFGHIJKLMNOP');
    const coordinators = await app.context.db
      .selectFrom('users')
      .select('blok')
      .where('jenis', '=', 'koordinator_perblok')
      .where('status', '=', 'active')
      .orderBy('blok')
      .execute();
    expect(letters(coordinators.map(({ blok }) => blok))).toBe('ABCDEFGHIJKLMNOP');
  });
});

describe('two years of dues', () => {
  test('cover 23 months ago to this month in chronological order, without future dates', async () => {
    const rows = await app.context.db.selectFrom('payments').selectAll().orderBy('id').execute();
    const months = new Set(rows.map(({ tahun, bulan }) => tahun * 12 + bulan));
    const { tahun, bulan } = thisMonth();
    expect([months.size, Math.max(...months)]).toEqual([24, tahun * 12 + bulan]);
    const uploads = rows.map(({ tanggal_upload }) => tanggal_upload);
    expect(uploads).toEqual(uploads.toSorted());
    const present = app.clock.now.toISOString();
    for (const { tanggal_upload, tanggal_konfirmasi, jumlah } of rows) {
      expect(tanggal_upload <= (tanggal_konfirmasi ?? present)).toBe(true);
      expect((tanggal_konfirmasi ?? '') <= present).toBe(true);
      expect(jumlah).toBe(100_000);
    }
  });

  test('contain at most one valid payment per month and resident', async () => {
    const rows = await app.context.db
      .selectFrom('payments')
      .selectAll()
      .where('status', '<>', 'ditolak')
      .execute();
    const keys = rows.map(({ user_id, tahun, bulan }) => `${user_id} ${tahun}-${bulan}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('contain at least thirty waiting payments with proof, a dozen for this month', async () => {
    const ketua = await asDemo('ketua@guyub.test');
    const { data } = (await ketua.get(listPayments, { query: { status: 'menunggu_konfirmasi' } })).body;
    expect(data.length).toBeGreaterThanOrEqual(30);
    expect(data.filter(({ bulan }) => bulan === thisMonth().bulan).length).toBeGreaterThanOrEqual(12);
    expect(data.every(({ bukti_transfer }) => bukti_transfer)).toBe(true);
    expect(new Set(data.map(({ referensi }) => referensi ?? '').filter(Boolean)).size).toBe(data.length);
  });

  test('have a proof per payment, with distinct paper book rows', async () => {
    const { db, storage } = app.context;
    const rows = await db.selectFrom('payments').selectAll().execute();
    expect(rows.length).toBeGreaterThan(2_000);
    const proofs = rows.map(({ bukti_transfer }) => bukti_transfer);
    expect(proofs).not.toContain(null);
    expect(new Set(proofs).size).toBe(proofs.length);

    const first = shiftMonth(thisMonth(), -11);
    const onPaper = rows.filter(({ tahun, bulan }) => tahun * 12 + bulan < first.tahun * 12 + first.bulan);
    expect(onPaper.length).toBeGreaterThan(1_000);
    const pictures = new Set<string>();
    for (const { bukti_transfer } of onPaper) {
      const picture = await storage.open(imageKey(bukti_transfer ?? ''));
      if (picture) pictures.add((await buffer(picture.stream)).toString('base64'));
    }
    expect(pictures.size).toBe(onPaper.length);
  });

  test('leave the radar of the bank lines empty', async () => {
    const { get } = await asDemo('admin@guyub.test');
    const { bukti_sama, nomor_sama, tanpa_mutasi } = (await get(getStatementRadar, {})).body.data;
    expect([bukti_sama, nomor_sama, tanpa_mutasi]).toEqual([[], [], []]);
  });

  test('for the demo resident: two unpaid months, one rejection, the rest paid', async () => {
    const warga = await asDemo('warga@guyub.test');
    const { data } = (await warga.get(listOwnPaymentsWarga, { params: { userId: warga.user.id } })).body;
    const state = (ago: number) => monthStatus(data, shiftMonth(thisMonth(), -ago));
    expect([state(0), state(1)]).toEqual(['belum_bayar', 'belum_bayar']);
    const paid = Array.from({ length: 22 }, (_, index) => state(index + 2));
    expect(new Set(paid)).toEqual(new Set(['dikonfirmasi']));
    expect(data.filter(({ status }) => status === 'ditolak')).toHaveLength(1);
  });

  test('contain no self-reviewed payment', async () => {
    const rows = await app.context.db.selectFrom('payments').selectAll().execute();
    expect(rows.filter(({ user_id, dikonfirmasi_oleh }) => user_id === dikonfirmasi_oleh)).toEqual([]);
  });

  test('have an audit entry for every payment', async () => {
    const { db } = app.context;
    const entries = await readAudit(db, { entitas: 'payments' });
    const first = entries.filter(({ aksi }) => aksi === 'payment.uploaded' || aksi === 'payment.recorded');
    const payments = await db.selectFrom('payments').selectAll().orderBy('id').execute();
    expect(first).toHaveLength(payments.length);
    const told = new Map(first.map(({ entitas_id, sesudah }) => [entitas_id, sesudah]));
    for (const { id, user_id, tahun, bulan, bukti_transfer } of payments) {
      expect(told.get(id)).toMatchObject({ user_id, tahun, bulan, bukti_transfer });
    }
  });
});

test('have a positive balance of a few months of dues', async () => {
  const warga = await asDemo('warga@guyub.test');
  const { data } = (await warga.get(getBalance, {})).body;
  expect(data.saldo).toBe(data.saldoAwal + data.totalPemasukan - data.totalPengeluaran);
  expect(data.saldo).toBeGreaterThan(5_000_000);
  expect(data.saldo).toBeLessThan(100_000_000);
});

test('contain an empty house that is waived from this month on, and one settled in the old system', async () => {
  const [ketua, admin] = [await asDemo('ketua@guyub.test'), await asDemo('admin@guyub.test')];
  const residents = (await ketua.get(listResidents, {})).body.data;
  const waived = await app.context.db.selectFrom('pembebasan').select('user_id').distinct().execute();
  expect(waived).toHaveLength(2);
  const running = async (rumah: string) => {
    const one = residents.find(
      ({ id, ...house }) => house.rumah === rumah && waived.some((w) => w.user_id === id),
    );
    return (await admin.get(listWaivers, { params: { userId: one?.id ?? 0 } })).body.data;
  };
  const [empty, old] = [await running('kosong'), await running('dihuni')];
  const names = [admin.user.nama, ketua.user.nama];
  for (const { diajukan_oleh_nama, diputuskan_oleh_nama } of [...empty, ...old])
    expect([diajukan_oleh_nama, diputuskan_oleh_nama]).toEqual(names);
  expect(empty.map(monthKey)).toEqual([0, 1, 2, 3, 4, 5].map((at) => monthKey(shiftMonth(thisMonth(), at))));
  expect(old.map(monthKey)).toEqual([27, 26, 25].map((ago) => monthKey(shiftMonth(thisMonth(), -ago))));
  expect(new Set(old.map(({ jenis }) => jenis))).toEqual(new Set(['sistem_lama']));
});

describe('the book', () => {
  test('never goes below zero on any day', async () => {
    const rows = await app.context.db
      .selectFrom('kas_entri')
      .select(['tanggal', (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
      .groupBy('tanggal')
      .orderBy('tanggal')
      .execute();
    let saldo = 0;
    const below = rows.filter(({ jumlah }) => (saldo += jumlah) < 0);
    expect(below).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });

  test('begins with an opening balance of two people, before everything else', async () => {
    const rows = await app.context.db.selectFrom('kas_entri').selectAll().orderBy('tanggal').execute();
    expect(rows[0]).toMatchObject({ nomor: 1, jenis: 'saldo_awal' });
    expect(rows.filter(({ jenis }) => jenis === 'saldo_awal')).toHaveLength(1);
    expect(rows.filter(({ tanggal }) => tanggal <= (rows[0]?.tanggal ?? ''))).toHaveLength(1);
  });

  test('has closed months with both names, one that waits for the ketua, and two open ones', async () => {
    const ketua = await asDemo('ketua@guyub.test');
    const { body } = await ketua.get(listClosings, { query: { limit: 100 } });
    const last = shiftMonth(thisMonth(), -3);
    expect(body.data).toHaveLength(22);
    expect(body.data[0]?.bulan).toBe(monthKey(last));
    const names = body.data.map((one) => [one.disusun_oleh_nama, one.disetujui_oleh_nama, one.sendiri]);
    const admin = await asDemo('admin@guyub.test');
    expect(new Set(names.map(String))).toEqual(new Set([String([admin.user.nama, ketua.user.nama, false])]));
    expect(body.berikutnya).toMatchObject({
      bulan: monthKey(shiftMonth(thisMonth(), -2)),
      usulan: { keputusan: null },
    });
  });

  test('has one reversal, one expense without a receipt, and nothing for the doctor', async () => {
    const { db } = app.context;
    const reversals = await db
      .selectFrom('kas_entri')
      .selectAll()
      .where('jenis', '=', 'pembatalan')
      .execute();
    expect(reversals.map(({ keterangan }) => keterangan)).toEqual(['Salah ketik, seharusnya Rp 350.000']);
    const unproved = db.selectFrom('expenses').select('id').where('saksi', 'is not', null);
    expect((await unproved.where('dihapus_pada', 'is', null).execute()).length).toBeGreaterThan(0);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('holds two accounts and a restricted fund in the second setting', async () => {
    const split = await makeApp({ DEMO: 'dua-dana' });
    await seedDemoEstate(split.context);
    const { body } = await call(split.url, null, login, {
      body: { email: 'warga@guyub.test', password: demoPassword },
    });
    const funds = (await call(split.url, body.token, listFunds, {})).body.data;
    expect(funds.map(({ nama, terikat }) => [nama, terikat])).toEqual([
      ['Kas Umum', false],
      ['Pembangunan Balai', true],
    ]);
    expect(funds[1]?.saldo).toBe(10_000_000);
    expect((await findViolations(split.context)).violations).toEqual([]);
    await split.close();
  });
});

test('have all referenced files in storage, pictures with thumbnail', async () => {
  const { db, storage } = app.context;
  const files = await db.selectFrom('files').selectAll().execute();
  expect(new Set(files.map(({ kind }) => kind))).toEqual(
    new Set(['proof', 'expense', 'complaint', 'answer', 'post', 'document']),
  );
  const sizes = async (nama: string, kind: string) => {
    const keys = kind === 'document' ? [documentKey(nama)] : [imageKey(nama), thumbnailKey(nama)];
    return await Promise.all(
      keys.map(async (key) => {
        const object = await storage.open(key);
        object?.stream.destroy();
        return object?.size;
      }),
    );
  };
  for (const { nama, kind, ukuran_file } of files) {
    const [full, thumbnail = 1] = await sizes(nama, kind);
    expect({ nama, full, hasThumbnail: thumbnail > 0 }).toEqual({
      nama,
      full: ukuran_file,
      hasThumbnail: true,
    });
  }
});

test.each(['2026-03-01T00:05:00+07:00', '2028-02-29T23:50:00+07:00'])(
  'planned at %s contain enough waiting payments and no future dates',
  (instant) => {
    const calendar = makeCalendar(new Date(instant), 'Asia/Jakarta');
    const payments = planPayments(planPeople(calendar), calendar);
    expect(payments.filter(({ status }) => status === 'menunggu_konfirmasi').length).toBeGreaterThanOrEqual(
      30,
    );
    const latest = payments.map(({ uploaded, decided }) => Math.max(+uploaded, +(decided ?? 0)));
    expect(Math.max(...latest)).toBeLessThanOrEqual(+calendar.now);
  },
);
