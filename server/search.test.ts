/** A piece of a text finds the rows that hold it, all of them and no others, whatever the index of the database makes of it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as complaints from '../contract/complaints.ts';
import * as documents from '../contract/documents.ts';
import { listAccounts } from '../contract/officers.ts';
import { exportMonthPayments } from '../contract/payments.ts';
import * as residents from '../contract/residents.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import type { Person } from './testing/people.ts';

let app: TestApp;
let ketua: Person;
beforeAll(async () => {
  app = await makeApp();
  ketua = await app.as.ketua();
});
afterAll(() => app.close());

const report = async (person: Person, deskripsi: string, judul = 'Aduan') => {
  const body = { judul, kategori: 'lainnya' as const, deskripsi };
  return (await person.call(complaints.createComplaint, { body })).body.data;
};
const complaintsWith = async (q: string) =>
  (await ketua.call(complaints.listComplaints, { query: { q } })).body.data.map(({ deskripsi }) => deskripsi);

describe('a piece of a text', () => {
  test('of any length and of any signs finds the texts that hold it', async () => {
    const texts = [
      'Lampu jalan mati sejak kemarin, tolong segera!',
      `Kata "tetangga" saya: 'air PAM' keruh`,
      'NEAR OR AND NOT (lampu) {deskripsi} : ^awal* +akhir -minus',
      '100% macet_total \\ 50 %',
      'Élan été, garçon naïve; ÀÉÎ',
      '停水了三天，請修理',
      'Terima kasih 🙏🏽👨‍👩‍👧 sekali',
      'aaaaaaaaab',
      'baris satu\nbaris dua',
    ];
    const wayan = await app.as.person('warga', { nama: 'Zz', blok: 'C1' });
    for (const text of texts) await report(wayan, text, 'Zz');

    const pieces = texts.flatMap((text) => {
      const signs = [...text];
      return [1, 2, 3, 4, 7].flatMap((length) =>
        [0, 5, 9, signs.length - length].map((start) => signs.slice(start, start + length).join('')),
      );
    });
    const searches = new Set([...pieces, ...pieces.map((piece) => piece.toUpperCase())].map((q) => q.trim()));
    for (const q of [...searches].filter((each) => each !== '' && !/\n|zz/i.test(each))) {
      const found = await complaintsWith(q);
      const holding = texts.filter((text) => text.includes(q));
      const similar = texts.filter((text) => text.toLowerCase().includes(q.toLowerCase()));
      expect([q, found]).toEqual([q, expect.arrayContaining(holding)]);
      expect([q, similar]).toEqual([q, expect.arrayContaining(found)]);
    }
  });

  test('finds a text as it is now: changed, and gone', async () => {
    const [made, sari] = [await app.as.admin(), await app.as.warga('D1', { nama: 'Sari Utami' })];
    const { id } = await report(sari, 'Pohon tumbang di taman');
    await sari.call(complaints.changeComplaint, { params: { id }, body: { deskripsi: 'Pagar roboh' } });
    expect(await complaintsWith('tumbang')).toEqual([]);
    expect(await complaintsWith('roboh')).toEqual(['Pagar roboh']);
    expect(await complaintsWith('utami')).toEqual(['Pagar roboh']);
    await sari.call(complaints.deleteComplaint, { params: { id } });
    expect(await complaintsWith('roboh')).toEqual([]);

    const rename = { params: { id: sari.id }, body: { nama: 'Sari Pertiwi', no_hp: '081299998888' } };
    expect((await made.call(residents.changeResident, rename)).status).toBe(200);
    const named = async (q: string) =>
      (await made.call(residents.listResidents, { query: { q } })).body.data.map(({ nama }) => nama);
    expect([await named('utami'), await named('pertiwi'), await named('9999888')]).toEqual([
      [],
      ['Sari Pertiwi'],
      ['Sari Pertiwi'],
    ]);

    const file = new File(
      ['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
      'a.pdf',
    );
    const added = await made.call(documents.uploadDocument, {
      body: { judul: 'Notulen rapat', kategori: 'Umum' },
      files: { file },
    });
    const { id: document } = added.body.data;
    await made.call(documents.changeDocument, {
      params: { id: document },
      body: { judul: 'Denah kawasan', kategori: 'Umum' },
    });
    const filed = async (q: string) =>
      (await made.call(documents.listDocuments, { query: { q } })).body.data.map(({ judul }) => judul);
    expect([await filed('notulen'), await filed('kawasan')]).toEqual([[], ['Denah kawasan']]);
  });

  test('is looked for where the list says, not elsewhere', async () => {
    const tono = await app.as.warga('E1', {
      nama: 'Tono',
      email: 'kelinci@contoh.id',
      no_hp: '081377776666',
    });
    await app.given.payment({ of: tono });
    const found = async (q: string) => ({
      residents: (await ketua.call(residents.listResidents, { query: { q } })).body.data.length,
      accounts: (await ketua.call(listAccounts, { query: { q } })).body.data.length,
      month: (await ketua.call(exportMonthPayments, { params: { year: 2026, month: 7 }, query: { q } })).body
        .data.length,
    });
    expect(await found('tono')).toEqual({ residents: 1, accounts: 1, month: 1 });
    expect(await found('kelinci')).toEqual({ residents: 1, accounts: 1, month: 0 });
    expect(await found('7777666')).toEqual({ residents: 1, accounts: 0, month: 0 });
  });
});

describe('of more than a thousand that match', () => {
  const count = 1_030;
  const others = 250;
  beforeAll(async () => {
    const numbers = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(count + others)})`;
    await app.context.write('system', async (tx) => {
      await sql`${numbers} INSERT INTO users
        (nama, email, blok, urutan_blok, jenis, status, password_hash, created_at)
        SELECT CASE WHEN i <= ${sql.lit(count)} THEN 'Komang ' ELSE 'Nyoman ' END || i, 'orang' || i || '@contoh.id', 'K' || i, 'K' || substr(CAST(10000 + i AS TEXT), 2) || '000',
          'warga', 'active', '-', '2024-01-01T00:00:00.000Z' FROM n`.execute(tx.db);
      await sql`INSERT INTO complaints (user_id, judul, kategori, deskripsi, status, tanggal_aduan)
        SELECT id, 'Banjir', 'lainnya', 'Selokan meluap', 'pending', '2026-07-01T00:00:00.000Z' FROM users
        WHERE nama LIKE 'Komang %'`.execute(tx.db);
    });
  });

  test('every page has its own, in order, and nobody counts them', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { q: 'komang', limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await ketua.call(residents.listResidents, { query });
      expect(body.total).toBeNull();
      seen.push(...body.data.map(({ blok }) => blok ?? ''));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => `K${index + 1}`));
  });

  test('some hundreds beside them are counted', async () => {
    const { body } = await ketua.call(residents.listResidents, { query: { q: 'nyoman', limit: 1 } });
    expect(body.total).toBe(others);
  });

  test('the counts by status are left out, and the newest come first', async () => {
    const { body } = await ketua.call(complaints.listComplaints, { query: { q: 'selokan', limit: 2 } });
    expect([body.perStatus, body.data.length]).toEqual([null, 2]);
    const [first, second] = body.data.map(({ id }) => id);
    expect(first).toBeGreaterThan(second ?? 0);
  });

  test('who sees one block finds the few of it, counted', async () => {
    const wira = await app.as.warga('F1', { nama: 'Komang Wira' });
    const coordinator = await app.as.koordinator('F');
    await report(wira, 'Selokan meluap');
    const found = await coordinator.call(residents.listResidents, { query: { q: 'komang' } });
    expect([found.body.total, found.body.data.map(({ id }) => id)]).toEqual([1, [wira.id]]);
    const { body } = await coordinator.call(complaints.listComplaints, { query: { q: 'selokan' } });
    expect(body.data.map(({ user_id }) => user_id)).toEqual([wira.id]);
    const inBlock = { query: { q: 'komang', blok: 'F' } };
    expect((await ketua.call(complaints.listComplaints, inBlock)).body.perStatus).toMatchObject({
      pending: 1,
    });
  });
});
