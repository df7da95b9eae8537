/** Every audit row is one leaf, and no leaf holds anything about a person. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionLabels } from '../../../contract/audit.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { toUtf8 } from '../../../contract/encoding.ts';
import { makeLoggedBook } from '../../../contract/log-money.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { setRate } from '../../../contract/rates.ts';
import { remindPayer } from '../../../contract/reminders.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { erasedIn, leafOf } from '../../database/audit-leaf.ts';
import { coveredBy, listErasures } from '../../database/erasures.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import { keptVersions, makeUpgraded } from '../../testing/kept-releases.ts';
import { isAboutOneself, makerOf } from '../../testing/makers.ts';
import { password } from '../../testing/people.ts';
import { readAudit } from '../../testing/read-audit.ts';
import { makeRecipes } from '../../testing/recipes.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

/** All leaves, after those that wait have their index. */
async function leavesOf({ context }: TestApp) {
  await latestCheckpoint(context);
  return await context.db.selectFrom('log_daun').selectAll().orderBy('indeks').execute();
}

/** Of every audit row exactly one leaf, and values that are those it commits to. */
async function expectWhole(app: TestApp) {
  const leaves = await leavesOf(app);
  const rows = await app.context.db
    .selectFrom('audit')
    .leftJoin('audit_nilai', 'audit_id', 'id')
    .selectAll('audit')
    .select(['audit_nilai.nama as penulis', 'audit_nilai.isi'])
    .execute();
  expect(leaves.map(({ indeks }) => indeks)).toEqual([...leaves.keys()]);
  const byId = new Map(leaves.map(({ audit_id, isi }) => [audit_id, isi]));
  expect(leaves).toHaveLength(rows.length);
  const erasures = await listErasures(app.context.db);
  for (const { id, penulis, isi, ...row } of rows) {
    expect(byId.get(id)).toBe(leafOf(id, row));
    const erased = erasedIn(row, { nama: penulis, isi });
    const covered = coveredBy(erasures, { id, ...row });
    expect(erased).not.toBeNull();
    expect(erased?.nama && !covered.nama).toBe(false);
    expect(erased?.fields.filter((field) => !covered.isErased(field))).toEqual([]);
  }
  return leaves.map(({ isi }) => isi);
}

const savedIn = (leaves: readonly string[]) => {
  const book = makeLoggedBook();
  for (const leaf of leaves) book.add(toUtf8(leaf));
  return book;
};

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

test('a full estate has one leaf for each audit row, and its saldo is the sum of the leaves', async () => {
  const { ketua } = (await fillEstate(app)).readers;
  const { saldo, contradictions, entries } = savedIn(await expectWhole(app));
  expect(contradictions).toBe(0);
  expect(entries.size).toBeGreaterThan(10);
  expect(saldo).toBe((await ketua.call(getBalance)).body.data.saldo);
});

test('a leaf is canonical JSON: sorted keys, whole numbers, commitments of 32 bytes', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1', { nama: 'Siti' })];
  const id = await app.given.payment({ of: siti, bulan: 6 });
  const body = { status: 'dikonfirmasi', catatan: 'Terima kasih' } as const;
  await ketua.call(reviewPayment, { params: { id }, body });
  const leaves = (await leavesOf(app)).map(({ isi }) => isi);
  const sha256 = expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) as string;
  const parsed = leaves.map((leaf) => JSON.parse(leaf) as Record<string, Record<string, unknown>>);
  expect(parsed.slice(-2)).toEqual([
    expect.objectContaining({
      aksi: 'entry.booked',
      entitas: 'entries',
      entitas_id: 1,
      sesudah: expect.objectContaining({
        akun_id: 1,
        dana_id: 1,
        jenis: 'iuran',
        jumlah: 100_000,
        kategori: '',
        keterangan: { sha256 },
        blok: { sha256 },
        nama: { sha256 },
        payment_id: id,
        tanggal: '2026-07-15',
      }) as unknown,
    }),
    {
      aksi: 'payment.confirmed',
      entitas: 'payments',
      entitas_id: id,
      id: expect.any(Number) as number,
      nama: sha256,
      sebelum: { catatan: null, status: 'menunggu_konfirmasi' },
      sesudah: { catatan: { sha256 }, jumlah: 100_000, status: 'dikonfirmasi' },
      tanggal: '2026-07-15T03:00:00.000Z',
      user_id: ketua.id,
    },
  ]);
  const sortKeys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sortKeys(inner)]),
        )
      : value;
  expect(parsed.map((leaf) => JSON.stringify(sortKeys(leaf)))).toEqual(leaves);
});

test('no leaf says who owes how much, or which house pays a rate of its own', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
  await ketua.call(remindPayer, { params: { id: siti.id } });
  await ketua.call(setRate, { body: { user_id: siti.id, jumlah: 25_000, password } });
  const leaves = (await leavesOf(app)).map(({ isi }) => JSON.parse(isi) as Record<string, unknown>);
  const told = (aksi: string) => leaves.find((leaf) => leaf.aksi === aksi)?.sesudah;
  const hidden = { sha256: expect.any(String) as string };
  expect(told('bill.made')).toEqual({
    akun_id: 1,
    jumlah: hidden,
    kode: hidden,
    kredit: hidden,
    rincian: hidden,
    user_id: hidden,
  });
  expect(told('rate.set')).toMatchObject({ jumlah: 25_000, user_id: hidden });
});

test('the same value has another commitment each time', async () => {
  const ketua = await app.as.ketua();
  for (const bankName of ['Bank Warga', 'Bank Lain', 'Bank Warga'])
    await ketua.call(changeSettings, { body: { bankName, password } });
  const commitments = (await leavesOf(app)).flatMap(({ isi }) => isi.match(/[A-Za-z0-9+/]{43}=/g) ?? []);
  expect(commitments.length).toBeGreaterThan(5);
  expect(new Set(commitments).size).toBe(commitments.length);
});

test('a write that is refused leaves neither row nor leaf', async () => {
  const before = (await leavesOf(app)).length;
  const failing = app.context.write('system', async (tx) => {
    await tx.audit('estate.restored', 'estate', null);
    throw new Error('interrupted');
  });
  await expect(failing).rejects.toThrow('interrupted');
  expect(await leavesOf(app)).toHaveLength(before);
  expect(await app.context.db.selectFrom('log_antrean').selectAll().execute()).toEqual([]);
});

test('fifty confirmations at once get indexes without gaps, entries in the order of their numbers', async () => {
  const ketua = await app.as.ketua();
  const ids = [];
  for (let house = 1; house <= 50; house += 1)
    ids.push(await app.given.payment({ of: await app.as.warga(`B${house}-1`) }));
  const body = { status: 'dikonfirmasi' } as const;
  const sent = ids.map((id) => ketua.call(reviewPayment, { params: { id }, body }));
  const asked = Array.from({ length: 10 }, () => latestCheckpoint(app.context));
  expect((await Promise.all(sent)).filter(({ status }) => status !== 200)).toEqual([]);
  await Promise.all(asked);
  const book = savedIn(await expectWhole(app));
  expect([book.contradictions, book.entries.size]).toEqual([0, 50]);
});

describe('the database refuses', () => {
  test.each([
    'UPDATE log_daun SET isi = isi',
    'UPDATE log_kepala SET catatan = catatan',
    'UPDATE log_simpul SET hash = hash',
    'DELETE FROM log_daun',
    'DELETE FROM log_kepala',
    'DELETE FROM log_daun WHERE indeks = (SELECT max(indeks) FROM log_daun)',
    ...(onPostgres
      ? ['TRUNCATE log_daun', 'TRUNCATE log_kepala']
      : [
          `INSERT OR REPLACE INTO log_daun SELECT asal_id, indeks, audit_id, 'x' FROM log_daun`,
          `INSERT OR REPLACE INTO log_kepala SELECT asal_id, ukuran, 'x', dibuat FROM log_kepala`,
        ]),
  ])('%s', async (statement) => {
    const ketua = await app.as.ketua();
    for (let round = 0; round < 257; round += 1)
      await app.context.write('system', (tx) => tx.audit('password.changed', 'users', ketua.id));
    const before = await leavesOf(app);
    await expect(sql.raw(statement).execute(app.context.database.writer)).rejects.toThrow('append-only');
    expect(await leavesOf(app)).toEqual(before);
  });
});

test.each(keptVersions)(
  'an estate of %s: former audit rows and entries become leaves once',
  async (version) => {
    const upgraded = await makeApp({}, { database: (folder) => makeUpgraded(version, folder) });
    try {
      const book = savedIn(await expectWhole(upgraded));
      const { db } = upgraded.context;
      const entries = await db.selectFrom('kas_entri').select(['nomor', 'jumlah']).orderBy('nomor').execute();
      expect([...book.entries.keys()]).toEqual(entries.map(({ nomor }) => nomor));
      expect(book.saldo).toBe(entries.reduce((sum, { jumlah }) => sum + jumlah, 0));
      const names = await db.selectFrom('users').select('nama').execute();
      const leaves = (await leavesOf(upgraded)).map(({ isi }) => isi).join();
      // As words: four letters in a row also occur by chance in commitments.
      expect(names.filter(({ nama }) => new RegExp(`\\b${nama}\\b`).test(leaves))).toEqual([]);
      expect((await readAudit(db, {})).filter(({ nama }) => nama !== null).length).toBeGreaterThan(0);
      await upgraded.context.write('system', (tx) => tx.audit('estate.restored', 'estate', null));
      await expectWhole(upgraded);
    } finally {
      await upgraded.close();
    }
  },
);

/** Texts that people write; the values of the recipes get the mark below. */
const written =
  /^(nama|judul|deskripsi|konten|komentar|jawaban|catatan|keterangan|alasan|saksi|\w+(Name|Holder|Text|Goal))$/;
const mark = 'Zqvx';
const phone = '081299887766';

describe('whatever people write', () => {
  const kinds = new Set<string>();
  let own: TestApp;
  beforeAll(async () => {
    own = await makeApp();
  });
  afterAll(() => own.close());

  const marked = (input: object) =>
    Object.fromEntries(
      Object.entries(input).map(([part, fields]) => [
        part,
        part === 'body'
          ? Object.fromEntries(
              Object.entries(fields as object).map(([field, value]) => {
                if (field === 'email') return [field, `${mark}${String(value)}`];
                return [field, written.test(field) && typeof value === 'string' ? `${value} ${mark}` : value];
              }),
            )
          : (fields as object),
      ]),
    );

  test('stands in no leaf, but can be read in the audit log', async () => {
    for (const { endpoint, cook } of makeRecipes(own)) {
      if (endpoint.method === 'GET' || endpoint.path.startsWith('/api/auth/')) continue;
      const jenis = makerOf(endpoint);
      const maker = await own.as.person(jenis, { blok: 'A1', nama: `${jenis} ${mark}`, no_hp: null });
      const other = await own.as.person('warga', { blok: 'A2', nama: `Warga ${mark}`, no_hp: null });
      const owner = isAboutOneself(endpoint, jenis) ? maker : other;
      await maker.call(endpoint, marked((await cook(owner, maker)).input));
      await own.context.write('system', async ({ db, audit }) => {
        const { id } = owner;
        await audit('account.changed', 'users', id, { sesudah: { no_hp: phone } });
        await db.updateTable('users').set({ no_hp: null }).where('id', '=', id).execute();
      });
    }
    const leaves = await expectWhole(own);
    for (const leaf of leaves) kinds.add((JSON.parse(leaf) as { aksi: string }).aksi);
    // Random letters of a commitment may spell the mark by chance.
    const readable = leaves.map((leaf) => leaf.replaceAll(/"[A-Za-z0-9+/]{43}="/g, '""'));
    expect(readable.filter((leaf) => leaf.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
    expect(readable.filter((leaf) => leaf.includes(phone))).toEqual([]);
    const rows = (await readAudit(own.context.db, {})).map((row) => JSON.stringify(row));
    expect(rows.filter((row) => row.includes(mark)).length).toBeGreaterThan(30);
    expect(rows.filter((row) => row.includes(phone)).length).toBeGreaterThan(10);
  });

  test('in nearly every kind of row', () => {
    const missed = Object.keys(actionLabels).filter((aksi) => !kinds.has(aksi));
    // What needs a second person, a restore, a refusal, or something that was done before has no recipe that carries it out.
    const decided =
      /^(approval\.|balance\.|estate\.|entry\.reversed|auditor\.|month\.|closing\.|log\.|difference\.|settings\.noted|income\.reversed|receipt\.|reminder\.(opened|allowed)|line\.(released|reopened)|house\.changed|waiver\.|bill\.(closed|reopened)|\w+\.(refused|rejected))/;
    expect(missed.filter((aksi) => !decided.test(aksi))).toEqual([]);
  });
});
