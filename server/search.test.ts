import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listArrears, listPayers } from '../contract/arrears.ts';
import * as complaints from '../contract/complaints.ts';
import * as documents from '../contract/documents.ts';
import { listAccounts } from '../contract/officers.ts';
import { exportMonthPayments, listMonthPayments, listPayments } from '../contract/payments.ts';
import * as residents from '../contract/residents.ts';
import { makeRandom } from './demo/random.ts';
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

/** Independent implementation of folding. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

describe('a search in texts', () => {
  test('finds exactly the texts that contain every word, for any characters, lengths and cases', async () => {
    const texts = [
      'Lampu jalan mati sejak kemarin, tolong segera!',
      `Kata "tetangga" saya: 'air PAM' keruh`,
      'NEAR OR AND NOT (lampu) {deskripsi} : ^awal* +akhir -minus',
      '100% macet_total \\ 50 %',
      'Élan été, garçon naïve; ÀÉÎ',
      '停水了三天，請修理',
      'Terima kasih 🙏🏽👨‍👩‍👧 sekali',
      'Kata “Tetangga” ‘RT’ – 1½ jam… Caffè™ ✅',
      'aaaaaaaaab',
      'baris satu\nbaris dua',
    ];
    const wayan = await app.as.person('admin', { nama: 'Zz' });
    for (const text of texts) await report(wayan, text, 'Zz');

    const pieces = texts.flatMap((text) => {
      const signs = [...text];
      return [1, 2, 3, 4, 7].flatMap((length) =>
        [0, 5, 9, signs.length - length].map((start) => signs.slice(start, start + length).join('')),
      );
    });
    const turned = pieces.map((piece) => piece.split(' ').toReversed().join('  '));
    const upper = pieces.map((piece) => piece.toUpperCase());
    const searches = new Set([...pieces, ...upper, ...turned, ...pieces.map(plain)]);
    for (const q of [...searches].filter((each) => each.trim() !== '' && !/\n|zz/i.test(each))) {
      const words = plain(q)
        .split(/[\s\u200d]+/)
        .filter((word) => word !== '')
        .map((word) => word.replace(/(?<=.),$/, ''));
      const holding = texts.filter((text) => words.every((word) => plain(text).includes(word)));
      expect([q, (await complaintsWith(q)).toSorted()]).toEqual([q, holding.toSorted()]);
    }
  });

  test('finds current texts only, after a change or deletion', async () => {
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

  test('finds complaints by name and house of the complainant, but not by phone', async () => {
    const made = await app.as.person('warga', { nama: 'Made Wijaya', blok: 'D4-12', no_hp: '081355554444' });
    await report(made, 'Keran bocor');
    for (const q of ['made', 'keran wijaya', 'D412', 'bocor d4-12', 'blok D4 12'])
      expect([q, await complaintsWith(q)]).toEqual([q, ['Keran bocor']]);
    for (const q of ['081355554444', 'keran d5', 'wijaya lampu'])
      expect([q, await complaintsWith(q)]).toEqual([q, []]);
  });
});

describe('a search for people', () => {
  const july = { year: 2026, month: 7 };
  const lists: Record<string, (by: Person, q: string) => Promise<string[]>> = {
    residents: async (by, q) => names(await by.call(residents.listResidents, { query: { q } })),
    accounts: async (by, q) => names(await by.call(listAccounts, { query: { q } })),
    'payments of a month': async (by, q) =>
      names(await by.call(listMonthPayments, { params: july, query: { q, include: 'unpaid' } })),
    'payments without those unpaid': async (by, q) =>
      names(await by.call(listMonthPayments, { params: july, query: { q } })),
    'payments of any month': async (by, q) => names(await by.call(listPayments, { query: { q } })),
    'the export of a month': async (by, q) =>
      names(await by.call(exportMonthPayments, { params: july, query: { q } })),
  };
  const names = ({ body }: { body: { data: { nama: string }[] } }) => body.data.map(({ nama }) => nama);

  beforeAll(async () => {
    const people = [
      ['Siti Aminah', 'H2-2', '081234567890', 'siti.aminah@contoh.id'],
      ['Bu Siti Rahma', 'H22', '085711112222', 'rahma_99@contoh.id'],
      ['Budi Santoso', 'H2-12', '081298765432', 'budi@contoh.id'],
      ['André Élan', 'G1', null, 'andre@contoh.id'],
      ['100% Jujur', 'G10-3', '081399998888', 'a.b+c@contoh.id'],
    ] as const;
    for (const [nama, blok, no_hp, email] of people) {
      const of = await app.as.person('warga', { nama, blok, no_hp, email });
      await app.given.payment({ of });
    }
  });

  test.each<[q: string, found: string[]]>([
    ['siti', ['Siti Aminah', 'Bu Siti Rahma']],
    ['SITI  aminah ', ['Siti Aminah']],
    ['aminah siti', ['Siti Aminah']],
    ['bu siti h2', ['Siti Aminah', 'Bu Siti Rahma']],
    ['pak budi', ['Budi Santoso']],
    ['h22', ['Siti Aminah', 'Bu Siti Rahma']],
    ['H2-2', ['Siti Aminah']],
    ['h2/2', ['Siti Aminah']],
    ['H2 2', ['Siti Aminah', 'Bu Siti Rahma']],
    ['blok H212', ['Budi Santoso']],
    ['blok h', ['Siti Aminah', 'Bu Siti Rahma', 'Budi Santoso']],
    ['siti h2-2', ['Siti Aminah']],
    ['0812 3456', ['Siti Aminah']],
    ['+62812 3456', ['Siti Aminah']],
    ['+62812-3456-7890', ['Siti Aminah']],
    ['62 812 3456 7890', ['Siti Aminah']],
    ['(0812) 3456 7890 siti', ['Siti Aminah']],
    ['3456 0812', ['Siti Aminah']],
    ['8765 3456', []],
    ['8765', ['Budi Santoso']],
    ['andre elan', ['André Élan']],
    ['ÉLAN', ['André Élan']],
    ['100%', ['100% Jujur']],
    ['%', ['100% Jujur']],
    ['rahma_99', ['Bu Siti Rahma']],
    ['_', ['Bu Siti Rahma']],
    ['\\', []],
    ['a.b+c@contoh', ['100% Jujur']],
    ['siti budi', []],
  ])('%j finds %j in every list', async (q, found) => {
    for (const [name, read] of Object.entries(lists))
      expect([name, (await read(ketua, q)).toSorted()]).toEqual([name, found.toSorted()]);
  });

  test('ignores a blank search', async () => {
    const all = names(await ketua.call(residents.listResidents));
    for (const q of ['', '   ', '\u200b']) expect(await lists.residents?.(ketua, q)).toEqual(all);
  });

  test('finds people by parts of their data in any notation', async () => {
    const random = makeRandom('searches');
    const { data } = (await ketua.call(residents.listResidents)).body;
    const pieceOf = (text: string) => {
      const start = random.between(0, text.length - 1);
      return text.slice(start, random.between(start + 1, text.length));
    };
    const phone = (no_hp: string) => {
      const typed = random.chance(0.5) ? `+62${no_hp.slice(1)}` : no_hp;
      const cut = random.between(4, typed.length - 3);
      return `${typed.slice(0, cut)}${random.pick([' ', '-', ''])}${typed.slice(cut)}`;
    };
    for (let round = 0; round < 150; round += 1) {
      const { id, nama, email, no_hp, blok } = random.pick(data);
      const house = random.pick([blok, blok?.replace('-', ''), blok?.replace('-', ' '), blok?.toLowerCase()]);
      const words = [...nama.split(' ').map(pieceOf), pieceOf(email), house, no_hp && phone(no_hp)];
      const typed = random.shuffled(words.filter(Boolean)).slice(0, random.between(1, 4));
      const q = typed
        .map((word) => (random.chance(0.3) ? word?.toUpperCase() : word))
        .join(random.pick([' ', '   ']));
      const found = (await ketua.call(residents.listResidents, { query: { q } })).body.data;
      expect([q, found.map((resident) => resident.id)]).toEqual([q, expect.arrayContaining([id])]);
      const nobody = (await ketua.call(residents.listResidents, { query: { q: `${q} qqq` } })).body.data;
      expect([q, nobody]).toEqual([q, []]);
    }
  });

  test('returns to coordinators nobody of another block', async () => {
    const coordinator = await app.as.koordinator('G'); // who owes dues, too
    const without = ({ nama }: Person, names: string[]) => names.filter((name) => name !== nama);
    for (const [name, read] of Object.entries(lists).filter(([name]) => name !== 'accounts'))
      for (const q of ['siti', '0812', 'h2', 'andre'])
        expect([name, q, without(coordinator, await read(coordinator, q))]).toEqual([
          name,
          q,
          q === 'andre' ? ['André Élan'] : [],
        ]);
    const { data } = (await coordinator.call(residents.countResidents, { query: { q: 'siti' } })).body;
    expect(data).toEqual({ total: 0, nonaktif: 0 });
  });

  test('tells coordinators no e-mail of officers who live in their block', async () => {
    const coordinator = await app.as.koordinator('K');
    const officer = { nama: 'Wayan Kantor', blok: 'K5', email: 'masuk.lewat.sini@contoh.id' };
    await app.given.payment({ of: await app.as.person('admin', officer) });
    const ofPayers = {
      ...lists,
      arrears: async (by: Person, q: string) => names(await by.call(listArrears, { query: { q } })),
      payers: async (by: Person, q: string) => names(await by.call(listPayers, { query: { q } })),
    };
    for (const [name, read] of Object.entries(ofPayers)) {
      if (name === 'residents' || name === 'accounts') continue;
      expect([name, await read(coordinator, 'wayan')]).toEqual([name, ['Wayan Kantor']]);
      for (const q of ['masuk.lewat', 'wayan sini@'])
        expect([name, await read(coordinator, q)]).toEqual([name, []]);
      expect([name, await read(ketua, 'masuk.lewat')]).toEqual([name, ['Wayan Kantor']]);
    }
  });

  test('accepts up to 100 characters and ten words', async () => {
    const search = async (q: string) => {
      const { status, refusal } = await ketua.call(residents.listResidents, { query: { q } });
      return [status, refusal?.errors?.q];
    };
    expect(await search('siti '.repeat(10))).toEqual([200, undefined]);
    expect(await search('siti '.repeat(11))).toEqual([422, 'Pencarian maksimal 10 kata']);
    expect(await search('a'.repeat(100))).toEqual([200, undefined]);
    expect(await search('a'.repeat(101))).toEqual([422, 'Pencarian maksimal 100 karakter']);
    expect(await search('a '.repeat(100))).toEqual([422, 'Pencarian maksimal 100 karakter']);
  });
});

describe('a search that finds more than a thousand', () => {
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

  test('pages through all of them in order', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { q: 'komang', limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await ketua.call(residents.listResidents, { query });
      seen.push(...body.data.map(({ blok }) => blok ?? ''));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => `K${index + 1}`));
  });

  test('returns all of them at once without a limit', async () => {
    const { body } = await ketua.call(residents.listResidents, { query: { q: 'komang' } });
    expect([body.data.length, body.nextCursor]).toEqual([count, null]);
  });

  test('counts them exactly', async () => {
    const total = async (q: string) =>
      (await ketua.call(residents.countResidents, { query: { q } })).body.data.total;
    expect([await total('komang'), await total('nyoman')]).toEqual([count, others]);
  });

  test('lists the newest complaints first and counts all of them by status', async () => {
    const { body } = await ketua.call(complaints.listComplaints, { query: { q: 'selokan', limit: 2 } });
    const counts = (await ketua.call(complaints.countComplaints, { query: { q: 'selokan' } })).body.data;
    expect(counts).toEqual({ pending: count, proses: 0, selesai: 0, ditolak: 0 });
    const [first, second] = body.data.map(({ id }) => id);
    expect(first).toBeGreaterThan(second ?? 0);
  });

  test('finds and counts for a coordinator only those of the own block', async () => {
    const wira = await app.as.warga('F1', { nama: 'Komang Wira' });
    const coordinator = await app.as.koordinator('F');
    await report(wira, 'Selokan meluap');
    const found = await coordinator.call(residents.listResidents, { query: { q: 'komang' } });
    expect(found.body.data.map(({ id }) => id)).toEqual([wira.id]);
    const { data } = (await coordinator.call(residents.countResidents, { query: { q: 'komang' } })).body;
    expect(data.total).toBe(1);
    const { body } = await coordinator.call(complaints.listComplaints, { query: { q: 'selokan' } });
    expect(body.data.map(({ user_id }) => user_id)).toEqual([wira.id]);
    const inBlock = { query: { q: 'komang', blok: 'F' } };
    expect((await ketua.call(complaints.countComplaints, inBlock)).body.data).toMatchObject({ pending: 1 });
  });
});
