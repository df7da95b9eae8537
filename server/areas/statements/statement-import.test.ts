import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { addMoneyAccount } from '../../../contract/places.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { importStatement, listStatementImports, listStatementLines } from '../../../contract/statements.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { bcaStatement, columnsOfUnknown as columns, fileOf } from '../../testing/statement-recipes.ts';
import { dropFiles } from './import-queries.ts';

let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  app.clock.set('2026-11-12T03:00:00.000Z');
  admin = await app.as.admin();
});
afterEach(() => app.close());

const bank = (name: string) => readFileSync(new URL(`../../testing/banks/${name}`, import.meta.url));
const send = (content: string | Uint8Array, fields: object = {}, by: Person = admin) =>
  by.call(importStatement, {
    body: { akun_id: 1, ...fields },
    files: { berkas: fileOf(content as string) },
  });
const stored = async (query = {}) =>
  (await admin.call(listStatementLines, { query: { limit: 100, ...query } })).body.data;

describe('importing', () => {
  test('stores each line once, also of a file that overlaps the one before', async () => {
    const first = await send(bank('bca-a.csv'));
    expect(first.body.data).toMatchObject({
      bank: 'bca',
      rekening: '9998085001',
      banyak: 48,
      baru: 48,
      terbukti: true,
      tertunda: [],
    });
    const second = await send(bank('bca-a-overlap.csv'));
    expect(second.body.data).toMatchObject({ banyak: 24, baru: 8 });
    expect((await send(bank('bca-a.csv'))).body.data).toMatchObject({ banyak: 48, baru: 0 });
    const lines = await stored();
    expect(lines).toHaveLength(56);
    expect(lines.reduce((sum, { jumlah }) => sum + jumlah, 0)).toBe(16_688_462 - 16_778_000);
  });

  test('a line of nothing, such as the opening balance, is not stored, also of a file that overlaps', async () => {
    const file = bank('unknown.csv')
      .toString()
      .replace('Sisa Dana', '$&\n01-10-2026;SALDO AWAL;;;16.778.000,00');
    const counts = { banyak: 48, baru: 48, saldo_awal: 16_778_000 };
    expect((await send(file, columns)).body.data).toMatchObject(counts);
    expect((await send(file)).body.data).toMatchObject({ ...counts, baru: 0 });
    expect((await stored()).every(({ jumlah }) => jumlah !== 0)).toBe(true);
  });

  test('the same statement by two people at once: each line is stored once', async () => {
    const ketua = await app.as.ketua();
    const answers = await Promise.all([send(bank('bca-a.csv')), send(bank('bca-a.csv'), {}, ketua)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ body }) => body.data.baru).toSorted((a, b) => a - b)).toEqual([0, 48]);
    expect(await stored()).toHaveLength(48);
  });

  test('a file of another account number is a question, and is stored once it is answered', async () => {
    const ketua = await app.as.ketua();
    const asked = (other: string) => ({
      status: 422,
      body: { code: 'rekening_lain', message: `File ini dari rekening 9998085001, sedangkan ${other}.` },
    });
    await ketua.call(changeSettings, { body: { bankAccount: '111-222', password } });
    expect(await send(bank('bca-a.csv'))).toMatchObject(asked('rekening perumahan di Pengaturan 111-222'));
    expect(await stored()).toEqual([]);
    await ketua.call(changeSettings, { body: { bankAccount: '0999.808.5001', password } });
    expect((await send(bank('bca-a.csv'))).body.data).toMatchObject({ baru: 48 });

    const bri = { jenis: 'bank', nama: 'Bank BRI' } as const;
    const { id } = (await admin.call(addMoneyAccount, { body: bri })).body;
    const answered = { akun_id: id, rekening_lain: '1' };
    expect((await send(bank('mandiri-mcm.csv'), answered)).body.data.rekening).toBe('9992869369102');
    expect((await send(bank('mandiri-mcm.csv'), { akun_id: id })).body.data.baru).toBe(0);
    expect(await send(bank('bca-a.csv'), { akun_id: id })).toMatchObject(
      asked('mutasi sebelumnya dari rekening itu masuk ke Kas'),
    );
    const another = { jenis: 'bank', nama: 'Bank Lain' } as const;
    const unused = (await admin.call(addMoneyAccount, { body: another })).body.id;
    expect((await send(bank('mandiri-new.csv'), { akun_id: unused })).body.message).toContain(
      'rekening itu masuk ke Bank BRI.',
    );
    const third = bank('bca-a.csv').toString().replace('9998085001', '9998085002');
    const { message } = (await send(third, { akun_id: id })).body;
    expect(message).toContain(
      'rekening 9998085002, sedangkan mutasi sebelumnya dari rekening 9992869369102.',
    );
  });

  test('the lines of one day are read in either order', async () => {
    const titles = 'Waktu Transaksi,Jenis Transaksi,Keterangan,Nominal,Saldo';
    const day = [
      '12/11/2026 08:21,Masuk,TRANSFER DARI KARTIKA,150.643,1.150.643',
      '12/11/2026 09:16,Masuk,TRANSFER DARI UTAMI,150.000,1.300.643',
      '12/11/2026 15:04,Keluar,TRANSFER KE DARMO,-1.200.000,100.643',
    ];
    const newestFirst = await send([titles, ...day.toReversed()].join('\n'));
    expect(newestFirst.body.data).toMatchObject({ baru: 3, saldo_awal: 1_000_000, saldo_akhir: 100_643 });
    const oldestFirst = await send([titles, ...day].join('\n'));
    expect(oldestFirst.body.data).toMatchObject({ baru: 0, saldo_awal: 1_000_000, saldo_akhir: 100_643 });
  });

  test('a file that does not tie stores nothing and names the line', async () => {
    const gap = await send(bank('bca-a-gap.csv'));
    expect(gap).toMatchObject({ status: 422, body: { code: 'statement_unreadable', data: { baris: 28 } } });
    expect(gap.body.message).toContain('Baris 28');
    expect((await send(bank('bca-a-truncated.csv'))).body.message).toContain('Baris 36');
    expect(await stored()).toEqual([]);
  });

  test.each(['bca-b.csv', 'bca-html.xls'])(
    'the same days in another format of the bank add nothing: %s',
    async (name) => {
      await send(bank('bca-a.csv'));
      expect((await send(bank(name))).body.data).toMatchObject({ banyak: 48, baru: 0 });
      expect(await stored()).toHaveLength(48);
    },
  );

  test('lines are listed by account, month and direction', async () => {
    const bri = { jenis: 'bank', nama: 'Bank BRI' } as const;
    const akun_id = (await admin.call(addMoneyAccount, { body: bri })).body.id;
    const days = { from: '31/08/2026', to: '01/10/2026' };
    const lines = [
      { day: '31/08', text: 'TRSF AGUSTUS', amount: 100_000 },
      { day: '01/09', text: 'TRSF SEPTEMBER', amount: 100_000 },
      { day: '30/09', text: 'BIAYA ADM', amount: -5_000 },
      { day: '01/10', text: 'TRSF OKTOBER', amount: 100_000 },
    ];
    await send(bcaStatement(lines, days), { akun_id });
    const other = bcaStatement([{ day: '15/09', text: 'TRSF KAS', amount: 70_000 }], days);
    await send(other.replace('9998085001', '9998085002'));
    const texts = async (query: object) => (await stored(query)).map(({ uraian }) => uraian).toSorted();
    expect(await texts({ akun_id: 1 })).toEqual(['TRSF KAS']);
    expect(await texts({ akun_id, bulan: '2026-09' })).toEqual(['BIAYA ADM', 'TRSF SEPTEMBER']);
    expect(await texts({ arah: 'keluar' })).toEqual(['BIAYA ADM']);
    expect(await texts({ arah: 'masuk', bulan: '2026-09' })).toEqual(['TRSF KAS', 'TRSF SEPTEMBER']);
  });

  test('of equal transfers of a day in other words, only the one that is not stored is added', async () => {
    const days = { from: '01/07/2026', to: '01/07/2026' };
    const [paid, back] = [100_000, -100_000];
    const worded = (text: string, amounts: number[]) =>
      bcaStatement(
        amounts.map((amount) => ({ day: '01/07', text, amount })),
        days,
      );
    await send(worded('TRSF BUDI', [paid, back]));
    const again = await send(worded('TRSF E-BANKING BUDI', [paid, back, paid]));
    expect(again.body.data).toMatchObject({ banyak: 3, baru: 1 });
    expect((await stored()).map(({ jumlah }) => jumlah)).toHaveLength(3);
    const other = worded('TRSF BUDI', [paid, back, paid]).replaceAll('TRSF', 'BI-FAST');
    expect((await send(other)).body.data).toMatchObject({ baru: 0 });
  });

  test('a file that leaves out days after the stored ones is refused', async () => {
    await send(bank('bca-a.csv'));
    app.clock.set('2027-01-15T03:00:00.000Z');
    admin = await app.as.admin('Bu Januari');
    const { status, body } = await send(bank('bca-a-newyear.csv'));
    expect(status).toBe(409);
    expect(body.message).toContain('belum diimpor');
    expect(await stored()).toHaveLength(48);
  });

  test('a line that disappears from a later statement is named', async () => {
    const days = { from: '01/07/2026', to: '02/07/2026' };
    const one = { day: '01/07', text: 'SETORAN TUNAI', amount: 100_000 };
    const two = { day: '02/07', text: 'TRSF BUDI', amount: 150_000 };
    await send(bcaStatement([one, two], days));
    const { status, body } = await send(bcaStatement([two], { ...days, opening: 1_100_000 }));
    expect(status).toBe(409);
    expect(body.message).toContain('SETORAN TUNAI');
  });

  test('a renamed column is named, and an unknown bank asks for its columns once', async () => {
    const renamed = bank('bca-a.csv').toString().replace('Keterangan', 'Uraian');
    expect((await send(renamed)).body.message).toContain('tanpa kolom “Keterangan”');
    const asked = await send(bank('unknown.csv'));
    expect(asked).toMatchObject({
      status: 422,
      body: { code: 'statement_columns_needed', data: { kolom: expect.arrayContaining(['Perihal']) } },
    });
    expect((await send(bank('unknown.csv'), columns)).body.data).toMatchObject({ baru: 48, bank: null });
    expect((await send(bank('unknown.csv'))).body.data).toMatchObject({ baru: 0 });
  });

  test('pending lines are shown and not stored; they come as booked ones later', async () => {
    const { body } = await send(bank('bca-a-pend.csv'));
    expect(body.data.tertunda).toHaveLength(3);
    expect(body.data).toMatchObject({ baru: 23, saldo_akhir: 16_686_671 });
    expect((await send(bank('bca-a.csv'))).body.data).toMatchObject({ baru: 25 });
  });

  test('a format without balances says that it proves less', async () => {
    expect((await send(bank('bni.csv'))).body.data).toMatchObject({ terbukti: false, baru: 48 });
  });

  const withoutBalances = (...lines: string[]) =>
    ['TGL_TRANSAKSI,JAM_TRANSAKSI,URAIAN_TRANSAKSI,DEBET,KREDIT', ...lines].join('\n');
  const first = bcaStatement([{ day: '10/07', text: 'SETORAN TUNAI', amount: 100_000 }], {
    from: '01/07/2026',
    to: '10/07/2026',
  });
  const second = (opening: number) =>
    bcaStatement([{ day: '18/07', text: 'TRSF SITI', amount: 90_000 }], {
      from: '15/07/2026',
      to: '20/07/2026',
      opening,
    });
  const between = withoutBalances(
    '2026-07-12,08:00:00,TRSF BUDI,0,70000',
    '2026-07-13,08:00:00,BIAYA,1000,0',
  );

  test('a file without balances follows one with them, and again', async () => {
    await send(first);
    for (const baru of [2, 0])
      expect((await send(between)).body.data).toMatchObject({ terbukti: false, baru });
  });

  test.each([
    ['before', [first, between, second(1_169_000)]],
    ['after', [second(1_169_000), between, first]],
  ])('a file with balances joins those %s it by the sum of the lines without balances', async (_, files) => {
    for (const file of files) expect((await send(file)).status).toBe(201);
    expect(await stored()).toHaveLength(4);
  });

  test.each([
    [
      'before',
      [first, between, second(1_100_000)],
      'Baris 5: saldo awal file Rp 1.100.000, padahal saldo terakhir yang tersimpan (10 Juli 2026) Rp 1.100.000 dan 2 mutasi tanpa saldo di antaranya berjumlah Rp 69.000. Ada mutasi di antaranya yang belum diimpor, atau yang tidak ada di bank.',
    ],
    [
      'after',
      [second(1_100_000), between, first],
      'Baris 5: saldo akhir file Rp 1.100.000, padahal mutasi berikutnya yang tersimpan (18 Juli 2026) dimulai dari Rp 1.100.000 dan 2 mutasi tanpa saldo di antaranya berjumlah Rp 69.000.',
    ],
  ])(
    'lines without balances that a bank does not have are found by the balances %s them',
    async (_, files, message) => {
      const answers = [];
      for (const file of files) answers.push(await send(file));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
      expect(answers[2]?.refusal).toMatchObject({ code: 'statement_does_not_join', message });
      expect(await stored()).toHaveLength(3);
    },
  );

  test('a line without a balance is refused on days between balances that tie', async () => {
    await send(first);
    await send(second(1_100_000));
    expect((await send(between)).refusal).toMatchObject({
      code: 'statement_does_not_join',
      message:
        'Baris 2: mutasi 12 Juli 2026 sebesar Rp 70.000 (TRSF BUDI) tidak ada di antara saldo yang sudah tersimpan. Unduh file dengan saldo dari bank.',
    });
    expect(await stored()).toHaveLength(2);
  });

  test('a line without a balance is stored on the first and the last of these days, and in another account', async () => {
    await send(first);
    await send(second(1_100_000));
    const known = {
      first: '2026-07-10,08:00:00,SETORAN TUNAI,0,100000',
      last: '2026-07-18,08:00:00,TRSF SITI,0,90000',
    };
    for (const line of Object.values(known)) {
      const file = withoutBalances(line, line.replace(/,[^,]+,0,\d+$/, ',TRSF BUDI,0,70000'));
      expect((await send(file)).body.data).toMatchObject({ banyak: 2, baru: 1 });
    }
    const bank = { nama: 'Bank BCA 2', jenis: 'bank' } as const;
    const other = {
      akun_id: (await admin.call(addMoneyAccount, { body: bank })).body.id,
      rekening_lain: '1',
    };
    expect((await send(first, other)).body.data).toMatchObject({ baru: 1 });
    expect((await send(between, other)).body.data).toMatchObject({ baru: 2 });
  });

  test('a pasted table and a workbook give the same lines as the file', async () => {
    const rows: string[][] = parse(bank('bri-3.csv'));
    const pasted = rows.map((row) => row.join('\t')).join('\r\n');
    expect((await send(pasted)).body.data).toMatchObject({ bank: 'bri', baru: 48 });
    const cells = rows.map((row, at) =>
      row.map((cell, column) =>
        at > 0 && column > 2 ? { value: Number(cell), type: Number } : { value: cell, type: String },
      ),
    );
    const workbook = new Uint8Array(await writeXlsxFile(cells).toBuffer());
    expect((await send(workbook)).body.data).toMatchObject({ bank: 'bri', banyak: 48, baru: 0 });
  });
});

/** Packed before a server runs here: it would call itself overloaded. */
const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70 * 1_048_576) }, { level: 9 });

describe('bad files end in a sentence', () => {
  const refused = async (content: string | Uint8Array, status: number, sentence: string) => {
    const answer = await send(content);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)]);
    expect(await stored()).toEqual([]);
  };
  const header = 'TGL_TRANSAKSI,JAM_TRANSAKSI,URAIAN_TRANSAKSI,DEBET,KREDIT';

  test('too large, too many lines, binary, PDF, old Excel, empty', async () => {
    await refused('x'.repeat(5 * 1_048_576 + 1), 413, '5 MB');
    await refused(`${header}\n${'2026-10-01,08:00:00,A,0,1\n'.repeat(20_100)}`, 413, '20.000 baris');
    await refused(new Uint8Array([1, 2, 0, 3, 200, 0, 7]), 422, 'bukan daftar mutasi');
    await refused('%PDF-1.4', 422, 'PDF');
    await refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 422, 'Excel lama');
    await refused(`${header}\n`, 422, 'Tidak ada mutasi');
  });

  test('a formula instead of an amount, in CSV and in a workbook', async () => {
    await refused(`${header}\n2026-10-01,08:00:00,A,0,=1+1\n`, 422, 'Baris 2');
    const sheet = '<worksheet><sheetData><row><c r="A1"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>';
    const workbook = zipSync({ 'xl/worksheets/sheet1.xml': new TextEncoder().encode(sheet) });
    await refused(workbook, 422, 'rumus');
  });

  test('a workbook that unpacks to more than is bearable', async () => {
    expect(bomb.length).toBeLessThan(1_048_576);
    await refused(bomb, 422, 'terlalu besar setelah dibuka');
  });
});

test('the raw file is private and goes when its month is closed', async () => {
  await send(bank('bca-a.csv'));
  const { nama } = await app.context.db
    .selectFrom('files')
    .select('nama')
    .where('kind', '=', 'statement')
    .executeTakeFirstOrThrow();
  const open = async ({ token }: Person) =>
    (await fetch(`${app.url}/assets/documents/${nama}`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await open(admin)).toBe(200);
  expect(await open(await app.as.koordinator())).toBe(404);
  expect(await open(await app.as.warga())).toBe(404);
  await app.context.write('system', (tx) => dropFiles(tx, '2026-09'));
  expect(await open(admin)).toBe(200);
  const slip = await app.given.payment({ of: await app.as.warga(), bulan: 10 });
  await app.context.write('system', (tx) => dropFiles(tx, '2026-10'));
  expect(await open(admin)).toBe(404);
  const { db } = app.context;
  const proof = await db
    .selectFrom('payments')
    .select('bukti_transfer')
    .where('id', '=', slip)
    .executeTakeFirstOrThrow();
  const kept = await db.selectFrom('files').select('nama').execute();
  expect(
    kept.map(({ nama }) => nama),
    'other files stay',
  ).toContain(proof.bukti_transfer);
  expect((await admin.call(listStatementImports, {})).body.data).toHaveLength(1);
});
