/** What somebody with a database tool can change, one by one, and what the doctor says of it. */
import { generateKeyPairSync, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForBill } from '../../../contract/bills.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { proposeClosing, proposeClosingVersion } from '../../../contract/closings.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { recordPayment, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { parseNote } from '../../../contract/signed-note.ts';
import { summarizeMonth } from '../../areas/closings/summarize-month.ts';
import { makeSigner } from '../../areas/log/open-signer.ts';
import { latestCheckpoint } from '../../areas/log/sign-checkpoint.ts';
import { type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { keepEstate } from '../../testing/kept-estate.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { tamper } from '../../testing/tamper.ts';
import { fillChecksums } from '../fill-checksums.ts';
import { findViolations } from './find-violations.ts';
import { recordInWords } from './words.ts';

let app: TestApp;
let [ketua, warga, other] = [] as unknown as [Person, Person, Person];
/** Payments; `confirmed` and `old` are of June, which is closed. */
let [waiting, confirmed, recorded] = [0, 0, 0];
let [expense, oldExpense] = [0, 0];

const copyEstate = keepEstate(async (original) => {
  app = original;
  app.clock.set('2026-06-20T03:00:00.000Z');
  ketua = await app.as.ketua();
  [warga, other] = [await app.as.warga('A1'), await app.as.warga('A2')];
  await settings({ duesAmount: 90_000, bankName: 'BRI', bankAccount: '111', bankHolder: 'Kas RT' });
  confirmed = await upload(6);
  await ketua.call(reviewPayment, { params: { id: confirmed }, body: { status: 'dikonfirmasi' } });
  oldExpense = await spend('2026-06-18', 'Sapu');
  app.clock.set('2026-07-15T03:00:00.000Z');
  await settings({ duesAmount: 100_000 });
  waiting = await upload(7);
  const body = { user_id: other.id, tahun: 2026, bulan: 5, jumlah: 90_000, keterangan: 'Tunai' };
  recorded = (await ketua.call(recordPayment, { body, files: { bukti_transfer: await photo() } })).body.id;
  expense = await spend('2026-07-01', 'Cat');
  await closeJune();
  await latestCheckpoint(app.context);
});
beforeEach(async () => {
  ({ app } = await copyEstate());
});
afterEach(() => app.close());

const settings = (body: Record<string, unknown>) =>
  ketua.call(changeSettings, { body: { password, ...body } });

async function upload(bulan: number): Promise<number> {
  const files = { bukti_transfer: await photo() };
  const body = { tahun: 2026, bulan, referensi: `TRF-2026-${bulan}` };
  return (await warga.call(uploadPaymentWarga, { body, files })).body.id;
}

async function spend(tanggal_digunakan: string, judul: string): Promise<number> {
  const [tahun, bulan] = [2026, Number(tanggal_digunakan.slice(5, 7))];
  const body = { tahun, bulan, jumlah: 40_000, judul, deskripsi: 'Untuk pos', tanggal_digunakan };
  return (await ketua.call(addExpense, { body, files: { foto: await photo() } })).body.id;
}

/** The ketua is the only one who may decide, so that it takes effect at once. */
async function closeJune() {
  const bulan = '2026-06';
  const { akun } = await summarizeMonth(app.context.db, bulan);
  const counted = akun.map(({ akun_id, saldo }) => ({ akun_id, jumlah: saldo }));
  await ketua.call(proposeClosing, { body: { bulan, akun: counted } });
  await ketua.call(proposeClosingVersion, { body: { bulan, penjelasan: 'Kuitansi sapu tertukar' } });
}

const found = async () =>
  (await findViolations(app.context)).violations.map(
    ({ table, id, says }) => `${recordInWords(table, id)}: ${says}`,
  );
const sqlite = !onPostgres;
const run = (...statements: string[]) => tamper(app, ...statements);
const change = (statement: string) => sql.raw(statement).execute(app.context.database.writer);
const payment = (id: number, change: string) => run(`UPDATE payments SET ${change} WHERE id = ${id}`);
const entryOf = (column: string, id: number) => `(SELECT max(nomor) FROM kas_entri WHERE ${column} = ${id})`;
const auditOf = (aksi: string, id: number) => `aksi = '${aksi}' AND entitas_id = ${id}`;
async function idOf(aksi: string, entitas_id?: number): Promise<number> {
  const { id } = await app.context.db
    .selectFrom('audit')
    .select('id')
    .where('aksi', '=', aksi)
    .$if(entitas_id !== undefined, (query) => query.where('entitas_id', '=', entitas_id ?? 0))
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function lastAudit(): Promise<number> {
  const { id } = await app.context.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max<number>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

const forgedRow = (aksi: string, entitas: string, id: number | string, sesudah: string) =>
  `INSERT INTO audit (tanggal, user_id, nama, aksi, entitas, entitas_id, sesudah)
    VALUES ('2026-07-15T03:00:00.000Z', ${ketua.id}, NULL, '${aksi}', '${entitas}', ${id}, '${sesudah}')`;
const tells = (fields: string) => `riwayat perubahan menyebut yang lain: ${fields}`;

test('what was done through the app differs nowhere', async () => {
  expect(await found()).toEqual([]);
});

interface Manipulation {
  what: string;
  by: () => Promise<unknown>;
  /** All that the doctor says, or what it says among other things. */
  says: () => string[] | Promise<string[]>;
}

const payments: Manipulation[] = [
  {
    what: 'amount of a waiting payment',
    by: () => payment(waiting, 'jumlah = 1'),
    says: () => [`Pembayaran ${waiting}: ${tells('jumlah uang')}`],
  },
  {
    what: 'amount of a confirmed payment',
    by: () => payment(confirmed, 'jumlah = 900000'),
    says: () => [
      `Pembayaran ${confirmed}: dikonfirmasi, tetapi buku kas tidak memuatnya dengan jumlah dan tanggal ini`,
      `Pembayaran ${confirmed}: riwayat perubahan tidak memuat konfirmasinya dengan jumlah ini`,
    ],
  },
  {
    what: 'amount of a confirmed payment, with a forged audit row',
    by: () =>
      run(
        `UPDATE payments SET jumlah = 900000 WHERE id = ${confirmed}`,
        forgedRow('payment.confirmed', 'payments', confirmed, '{"jumlah":900000}'),
      ),
    says: async () => [
      `Catatan riwayat ${await lastAudit()}: catatan payment.confirmed tentang payments ${confirmed} tidak ada di log, jadi ditambahkan dari luar aplikasi`,
    ],
  },
  {
    what: 'amount of a confirmed payment, in the audit row, too',
    by: () =>
      run(
        `UPDATE payments SET jumlah = 9 WHERE id = ${waiting}`,
        `UPDATE audit SET sesudah = replace(sesudah, '"jumlah":100000', '"jumlah":9') WHERE ${auditOf('payment.uploaded', waiting)}`,
      ),
    says: async () => [
      `Catatan riwayat ${await idOf('payment.uploaded', waiting)}: catatan payment.uploaded tentang payments ${waiting} berbeda dengan log: isi, tanggal, atau pelakunya diubah dari luar aplikasi`,
    ],
  },
  {
    what: 'payer',
    by: () => payment(recorded, `user_id = ${warga.id}`),
    says: () => [`Pembayaran ${recorded}: ${tells('warga yang membayar')}`],
  },
  {
    what: 'month',
    by: () => payment(waiting, 'bulan = 9'),
    says: () => [`Pembayaran ${waiting}: ${tells('bulan')}`],
  },
  {
    what: 'day in the cash book',
    by: () => payment(confirmed, `tanggal_kas = '2026-06-21'`),
    says: () => [
      `Pembayaran ${confirmed}: dikonfirmasi, tetapi buku kas tidak memuatnya dengan jumlah dan tanggal ini`,
    ],
  },
  {
    what: 'verifier',
    by: () => payment(confirmed, `dikonfirmasi_oleh = ${other.id}`),
    says: () => [`Pembayaran ${confirmed}: ${tells('pemeriksa')}`],
  },
  {
    what: 'time of the decision',
    by: () => payment(confirmed, `tanggal_konfirmasi = '2026-01-01T00:00:00.000Z'`),
    says: () => [`Pembayaran ${confirmed}: ${tells('waktu keputusan')}`],
  },
  {
    what: 'proof',
    by: () =>
      payment(
        confirmed,
        `bukti_transfer = (SELECT p.bukti_transfer FROM payments p WHERE p.id = ${recorded})`,
      ),
    says: () => [`Pembayaran ${confirmed}: ${tells('bukti transfer')}`],
  },
  {
    what: 'number of the transfer',
    by: () => payment(waiting, `referensi = 'TRF20266'`),
    says: () => [`Pembayaran ${waiting}: ${tells('nomor referensi')}`],
  },
  {
    what: 'number of a transfer added',
    by: () => payment(recorded, `referensi = 'TRF20266'`),
    says: () => [`Pembayaran ${recorded}: ${tells('nomor referensi')}`],
  },
  {
    what: 'waiting payment rejected',
    by: () => payment(waiting, `status = 'ditolak'`),
    says: () => [`Pembayaran ${waiting}: ${tells('status')}`],
  },
  {
    what: 'payment removed with its audit rows',
    by: () =>
      run(
        `DELETE FROM audit_nilai WHERE audit_id IN (SELECT id FROM audit WHERE entitas = 'payments' AND entitas_id = ${waiting})`,
        `DELETE FROM audit WHERE entitas = 'payments' AND entitas_id = ${waiting}`,
        `DELETE FROM payments WHERE id = ${waiting}`,
      ),
    says: () => [
      `catatan payment.uploaded tentang payments ${waiting} ada di log, tetapi dihapus dari riwayat`,
    ],
  },
];

const expenses: Manipulation[] = [
  {
    what: 'amount of an expense',
    by: () => run(`UPDATE expenses SET jumlah = 4 WHERE id = ${expense}`),
    says: () => [`Pengeluaran ${expense}: riwayat perubahan tidak memuat pencatatannya dengan jumlah ini`],
  },
  {
    what: 'expense inserted with a forged audit row and entry',
    by: () =>
      run(
        `INSERT INTO expenses (id, tahun, bulan, jumlah, judul, deskripsi, tanggal_digunakan, tanggal_dibuat, admin_id, kategori)
          VALUES (99, 2026, 7, 5000, 'Upah', '', '2026-07-02', '2026-07-15T03:00:00.000Z', ${ketua.id}, 'lain-lain')`,
        forgedRow('expense.added', 'expenses', 99, '{"jumlah":5000}'),
        `INSERT INTO kas_entri (nomor, tanggal, akun_id, dana_id, jumlah, jenis, kategori, expense_id, keterangan, dibuat_oleh, dibuat_pada)
          SELECT max(nomor) + 1, '2026-07-02', 1, 1, -5000, 'pengeluaran', 'lain-lain', 99, 'Upah', ${ketua.id}, '2026-07-15T03:00:00.000Z' FROM kas_entri`,
        `UPDATE kas_bulanan SET banyak = banyak + 1, jumlah = jumlah - 5000
          WHERE bulan = '2026-07' AND jenis = 'pengeluaran' AND kategori = 'lain-lain'`,
      ),
    says: async () => [
      `Catatan riwayat ${await lastAudit()}: catatan expense.added tentang expenses 99 tidak ada di log, jadi ditambahkan dari luar aplikasi`,
      'Transaksi buku kas 5: tidak ada di riwayat perubahan, jadi ditambahkan dari luar aplikasi',
    ],
  },
  {
    what: 'title of an expense',
    by: () => run(`UPDATE expenses SET judul = 'Rapat' WHERE id = ${expense}`),
    says: () => [`Pengeluaran ${expense}: ${tells('judul')}`],
  },
  {
    what: 'date of an expense',
    by: () => run(`UPDATE expenses SET tanggal_digunakan = '2026-07-02' WHERE id = ${expense}`),
    says: () => [
      `Pengeluaran ${expense}: buku kas tidak memuatnya dengan jumlah, tanggal, dan kategori ini`,
      `Pengeluaran ${expense}: ${tells('tanggal pengeluaran')}`,
    ],
  },
  {
    what: 'author of an expense',
    by: () => run(`UPDATE expenses SET admin_id = ${other.id} WHERE id = ${expense}`),
    says: () => [`Pengeluaran ${expense}: ${tells('pencatat')}`],
  },
];

const auditLog: Manipulation[] = [
  {
    what: 'author of an audit row',
    by: () => run(`UPDATE audit SET user_id = ${other.id} WHERE ${auditOf('expense.added', expense)}`),
    says: async () => [
      `Catatan riwayat ${await idOf('expense.added', expense)}: catatan expense.added tentang expenses ${expense} berbeda dengan log: isi, tanggal, atau pelakunya diubah dari luar aplikasi`,
    ],
  },
  {
    what: 'date of an audit row',
    by: () =>
      run(`UPDATE audit SET tanggal = '2026-01-01T00:00:00.000Z' WHERE ${auditOf('expense.added', expense)}`),
    says: async () => [
      `Catatan riwayat ${await idOf('expense.added', expense)}: catatan expense.added tentang expenses ${expense} berbeda dengan log: isi, tanggal, atau pelakunya diubah dari luar aplikasi`,
    ],
  },
  {
    what: 'name of the author of an audit row',
    by: async () =>
      run(
        `UPDATE audit_nilai SET nama = replace(nama, 'Ketua', 'Orang') WHERE audit_id = ${await idOf('expense.added', expense)}`,
      ),
    says: async () => [
      `Catatan riwayat ${await idOf('expense.added', expense)}: catatan expense.added tentang expenses ${expense} menyebut nama atau isi yang bukan aslinya; log menyimpan sidiknya`,
    ],
  },
  {
    what: 'audit rows removed',
    by: async () => {
      const id = await idOf('settings.changed');
      await run(`DELETE FROM audit_nilai WHERE audit_id = ${id}`, `DELETE FROM audit WHERE id = ${id}`);
    },
    says: () => ['ada di log, tetapi dihapus dari riwayat'],
  },
  {
    what: 'audit row removed with its leaf',
    by: async () => {
      const id = await idOf('expense.added', expense);
      await run(
        `DELETE FROM audit_nilai WHERE audit_id = ${id}`,
        `DELETE FROM audit WHERE id = ${id}`,
        `DELETE FROM log_daun WHERE audit_id = ${id}`,
      );
    },
    says: () => ['catatan log nomor ini hilang; nomornya harus berurutan'],
  },
  {
    what: 'audit row changed with its leaf',
    by: () =>
      run(
        ...['audit', 'log_daun'].map(
          (table) =>
            `UPDATE ${table} SET ${table === 'audit' ? 'tanggal' : 'isi'} = replace(${table === 'audit' ? 'tanggal' : 'isi'}, '2026-07-15T03', '2026-07-15T02')
              WHERE ${table === 'audit' ? auditOf('expense.added', expense) : `isi LIKE '%"expense.added"%"entitas_id":${expense},%'`}`,
        ),
      ),
    says: () => ['bukan lagi yang ditandatangani: riwayatnya diubah sesudahnya'],
  },
  {
    what: 'last leaves removed',
    by: async () => {
      const id = await lastAudit();
      await run(
        `DELETE FROM audit_nilai WHERE audit_id = ${id}`,
        `DELETE FROM audit WHERE id = ${id}`,
        `DELETE FROM log_daun WHERE audit_id = ${id}`,
      );
    },
    says: () => ['pernah ditandatangani'],
  },
  {
    what: 'leaf altered',
    by: () =>
      run(`UPDATE log_daun SET isi = replace(isi, '"tanggal":"2026', '"tanggal":"2025') WHERE indeks = 3`),
    says: () => ['berbeda dengan log', 'bukan lagi yang ditandatangani'],
  },
  {
    what: 'checkpoint altered',
    by: () =>
      run(
        `UPDATE log_kepala SET catatan = replace(catatan, '1', '2') WHERE ukuran = (SELECT max(ukuran) FROM log_kepala)`,
      ),
    says: () => ['Kepala log'],
  },
  {
    what: 'tile altered',
    by: async () => {
      await app.context.write('system', async (tx) => {
        for (let made = 0; made < 300; made += 1) await tx.audit('category.added', 'kategori', made);
      });
      await latestCheckpoint(app.context);
      await run(
        `UPDATE log_simpul SET hash = (SELECT substr(kunci_publik, 1, 44) FROM log_kunci) WHERE nomor = 0`,
      );
    },
    says: () => ['Ringkasan log 1/0: ringkasan log (tile) 1/0 tidak cocok dengan catatan yang diringkasnya'],
  },
  {
    what: 'tile removed',
    by: async () => {
      await app.context.write('system', async (tx) => {
        for (let made = 0; made < 300; made += 1) await tx.audit('category.added', 'kategori', made);
      });
      await latestCheckpoint(app.context);
      await run('DELETE FROM log_simpul');
    },
    says: () => ['Ringkasan log 1/0: ringkasan log (tile) 1/0 tidak cocok dengan catatan yang diringkasnya'],
  },
];

const book: Manipulation[] = [
  {
    what: 'book row added',
    by: () =>
      run(
        `INSERT INTO kas_entri (nomor, tanggal, akun_id, dana_id, jumlah, jenis, kategori, keterangan, dibuat_pada)
          SELECT max(nomor) + 1, '2026-07-02', 1, 1, 5000, 'selisih', 'lebih', 'x', '2026-07-15T03:00:00.000Z' FROM kas_entri`,
        `INSERT INTO kas_bulanan VALUES ('2026-07', 1, 1, 'selisih', 'lebih', 1, 5000)`,
      ),
    says: () => ['Transaksi buku kas 5: tidak ada di riwayat perubahan, jadi ditambahkan dari luar aplikasi'],
  },
  {
    what: 'book row changed',
    by: () => run(`UPDATE kas_entri SET nama = 'Orang lain', akun_id = 1 WHERE nomor = 3`),
    says: () => ['Transaksi buku kas 3: riwayat perubahan menyebut isi yang lain: nama'],
  },
  {
    what: 'book row of a closed month changed, with its sums and its expense',
    by: () =>
      run(
        `UPDATE kas_entri SET jumlah = -4000 WHERE nomor = ${entryOf('expense_id', oldExpense)}`,
        `UPDATE kas_bulanan SET jumlah = jumlah + 36000 WHERE bulan = '2026-06' AND jenis = 'pengeluaran'`,
        `UPDATE expenses SET jumlah = 4000 WHERE id = ${oldExpense}`,
      ),
    says: () => [
      'Transaksi buku kas 2: riwayat perubahan menyebut isi yang lain: jumlah uang',
      'Tutup buku 2026-06: buku kas bulan itu bukan lagi yang ditutup: pengeluaran, saldo akhir, rekening, dana',
    ],
  },
  {
    what: 'last book row removed',
    by: () =>
      run(
        `DELETE FROM kas_entri WHERE nomor = 4`,
        `UPDATE kas_bulanan SET banyak = banyak - 1, jumlah = jumlah + 40000 WHERE bulan = '2026-07' AND jenis = 'pengeluaran'`,
        `DELETE FROM expenses WHERE id = ${expense}`,
      ),
    says: () => ['Transaksi buku kas 4: ada di riwayat perubahan, tetapi sudah tidak ada di buku'],
  },
  {
    what: 'closing altered',
    by: () => run(`UPDATE tutup_buku SET disetujui_oleh = ${other.id}, disetujui_oleh_nama = 'Warga A2'`),
    says: () => ['Tutup buku 2026-06: riwayat menyebut yang lain: penyetuju, nama penyetuju'],
  },
  {
    what: 'summary of a closing altered',
    by: () => run(`UPDATE tutup_buku SET ringkasan = replace(ringkasan, '"Kas"', '"Kaz"')`),
    says: () => ['Tutup buku 2026-06: riwayat menyebut yang lain: ringkasan'],
  },
  {
    what: 'sum in the summary of a closing altered',
    by: () => run(`UPDATE tutup_buku SET ringkasan = replace(ringkasan, '"pemasukan":', '"pemasukan":1')`),
    says: () => [
      'Tutup buku 2026-06: riwayat menyebut yang lain: pemasukan, ringkasan',
      'Tutup buku 2026-06: buku kas bulan itu bukan lagi yang ditutup: pemasukan',
    ],
  },
  {
    what: 'closing removed',
    by: () => run('DELETE FROM tutup_buku_versi', 'DELETE FROM tutup_buku'),
    says: () => [
      'Tutup buku 2026-06: riwayat menyebutnya ditutup, tetapi penutupannya hilang',
      'Catatan tutup buku 2026-06 versi 2: ada di riwayat perubahan, tetapi catatannya hilang',
    ],
  },
  {
    what: 'note to a closing altered',
    by: () => run(`UPDATE tutup_buku_versi SET penjelasan = 'Tidak apa-apa'`),
    says: () => ['Catatan tutup buku 2026-06 versi 2: riwayat menyebut yang lain: penjelasan'],
  },
];

const schema: Manipulation[] = [
  {
    what: 'trigger dropped',
    by: () =>
      change(sqlite ? 'DROP TRIGGER kas_entri_no_update' : 'DROP TRIGGER kas_entri_append_only ON kas_entri'),
    says: () => [
      sqlite
        ? 'Pengaman database trigger kas_entri_no_update: dihapus dari database'
        : 'Pengaman database trigger kas_entri.kas_entri_append_only: dihapus dari database',
    ],
  },
  {
    what: 'trigger made harmless',
    by: async () => {
      if (sqlite) {
        await change('DROP TRIGGER audit_no_update');
        await change('CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT 1; END');
      } else await change('ALTER TABLE audit DISABLE TRIGGER audit_append_only');
    },
    says: () => ['bukan lagi seperti yang dibuat Guyub'],
  },
  {
    what: 'trigger added',
    by: () =>
      change(
        sqlite
          ? `CREATE TRIGGER tip AFTER INSERT ON payments BEGIN UPDATE akun SET aktif = 1; END`
          : `CREATE TRIGGER tip AFTER INSERT ON payments EXECUTE FUNCTION log_refuse()`,
      ),
    says: () => ['bukan buatan Guyub, dan dapat mengubah data diam-diam'],
  },
  {
    what: 'unique index dropped',
    by: () => change('DROP INDEX payments_one_live'),
    says: () => ['Pengaman database index payments_one_live: dihapus dari database'],
  },
];

const people: Manipulation[] = [
  {
    what: 'resident made ketua',
    by: () => run(`UPDATE users SET jenis = 'ketua' WHERE id = ${other.id}`),
    says: () => [`Akun ${other.id}: ${tells('peran')}`],
  },
  {
    what: 'resident made ketua, with a forged audit row',
    by: () =>
      run(
        `UPDATE users SET jenis = 'ketua' WHERE id = ${other.id}`,
        forgedRow('account.changed', 'users', other.id, '{"jenis":"ketua"}'),
      ),
    says: async () => [
      `Catatan riwayat ${await lastAudit()}: catatan account.changed tentang users ${other.id} tidak ada di log, jadi ditambahkan dari luar aplikasi`,
    ],
  },
  {
    what: 'account made',
    by: () =>
      run(`INSERT INTO users (nama, email, urutan_blok, jenis, status, password_hash, created_at)
        SELECT 'Tamu', 'tamu@contoh.id', '', 'admin', 'active', password_hash, created_at FROM users WHERE id = ${other.id}`),
    says: () => ['tidak ada riwayat pembuatannya, jadi dibuat dari luar aplikasi'],
  },
  {
    what: 'auditor named',
    by: () => run(`UPDATE users SET pengawas = 1 WHERE id = ${other.id}`),
    says: () => [`Akun ${other.id}: ${tells('tanda pengawas')}`],
  },
  {
    what: 'password hash exchanged',
    by: () => run(`UPDATE users SET password_hash = replace(password_hash, 'y', 'z') WHERE id = ${ketua.id}`),
    says: () => [`Akun ${ketua.id}: ${tells('password')}`],
  },
  {
    what: 'email exchanged',
    by: () => run(`UPDATE users SET email = 'lain@contoh.id' WHERE id = ${ketua.id}`),
    says: () => [`Akun ${ketua.id}: ${tells('email')}`],
  },
  {
    what: 'session planted',
    by: () =>
      run(`INSERT INTO sessions (user_id, token_hash, perangkat, dibuat, terakhir_aktif)
        VALUES (${ketua.id}, 'x', 'Chrome', '2026-07-15T03:00:00.000Z', '2026-07-15T03:00:00.000Z')`),
    says: () => ['masuk sebagai Ketua tanpa lewat halaman masuk'],
  },
  {
    what: 'session of a resident given to the ketua',
    by: () => run(`UPDATE sessions SET user_id = ${ketua.id} WHERE user_id = ${other.id}`),
    says: () => [`Sesi masuk ${other.sessionId}: masuk sebagai Ketua tanpa lewat halaman masuk`],
  },
];

const money: Manipulation[] = [
  {
    what: 'bank account changed',
    by: () => run(`UPDATE settings SET nilai = '"999"' WHERE kunci = 'bankAccount'`),
    says: () => ['Pengaturan bankAccount: riwayat perubahan menyebut "111", bukan "999"'],
  },
  {
    what: 'limit for two people set',
    by: () => run(`INSERT INTO settings (kunci, nilai) VALUES ('batasDuaOrang', '1000000000')`),
    says: () => ['Pengaturan batasDuaOrang: riwayat perubahan menyebut 0, bukan 1000000000'],
  },
  {
    what: 'past dues changed',
    by: () => run(`UPDATE tarif SET jumlah = 1000 WHERE sejak = '2026-06'`),
    says: () => ['Iuran sejak 2026-06: riwayat perubahan tidak menyebut iuran 1000 untuk bulan ini'],
  },
  {
    what: 'past dues added',
    by: () => run(`INSERT INTO dues (sejak, jumlah) VALUES ('2025-01', 1000)`),
    says: () => ['Iuran sejak 2025-01: riwayat perubahan tidak menyebut iuran 1000 untuk bulan ini'],
  },
  {
    what: 'past dues removed',
    by: () => run(`DELETE FROM tarif WHERE sejak = '2026-06'`),
    says: () => ['Iuran sejak 2026-06: ada di riwayat perubahan, tetapi sudah tidak ada'],
  },
  {
    what: 'month waived',
    by: () =>
      run(`INSERT INTO pembebasan (user_id, tahun, bulan, jenis, sebab, jumlah, tanggal, persetujuan_id)
        SELECT ${other.id}, 2026, 7, 'dibebaskan', 'lain', 100000, '2026-07-15', min(id) FROM persetujuan`),
    says: () => ['Pembebasan dengan persetujuan 1: tidak ada di riwayat perubahan'],
  },
  {
    what: 'house emptied',
    by: () =>
      run(`INSERT INTO status_rumah (user_id, sejak, rumah) VALUES (${other.id}, '2026-07-01', 'kosong')`),
    says: () => ['Status rumah nomor 1: riwayat perubahan tidak menyebut status rumah ini'],
  },
];

/** A waiting payment with a code, by which the house has a credit. */
async function billed(): Promise<number> {
  await settings({ kodeUnik: true });
  const { id } = (await other.call(askForBill, { body: { tahun: 2026, bulan: 7 } })).body.data;
  const body = { tahun: 2026, bulan: 7, ...(id === null ? {} : { tagihan: id }) };
  await other.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
  return id ?? 0;
}

const bills: Manipulation[] = [
  {
    what: 'dues of a bill lowered, which raises the credit',
    by: async () => {
      await billed();
      await run('UPDATE tagihan_bulan SET iuran = 1');
    },
    says: () => ['Tagihan 1: riwayat perubahan menyebut yang lain'],
  },
  {
    what: 'bill given to another house',
    by: async () => {
      await billed();
      await run(`UPDATE tagihan SET user_id = ${warga.id}`);
    },
    says: () => ['Tagihan 1: riwayat', 'Tagihan 1: dibayar dengan pembayaran yang bukan untuk tagihan ini'],
  },
  {
    what: 'bill destroyed',
    by: async () => {
      await billed();
      await run('DELETE FROM tagihan_bulan', 'DELETE FROM tagihan');
    },
    says: () => ['Tagihan 1: ada di riwayat perubahan, tetapi sudah tidak ada'],
  },
];

/** Receipt 1 is of June, receipt 2 of August and September. */
async function issued(): Promise<number[]> {
  const months = ['2026-08', '2026-09'];
  const body = { user_id: other.id, 'bulan[]': months, jumlah: 200_000, metode: 'tunai' as const };
  const first = (await ketua.call(recordPayment, { body })).body.id;
  for (const payment_id of [confirmed, first]) await ketua.call(getReceipt, { params: { payment_id } });
  return [first, first + 1];
}

const receipts: Manipulation[] = [
  {
    what: 'month of a receipt removed',
    by: async () => {
      const [, second] = await issued();
      await run(`DELETE FROM kuitansi_bulan WHERE payment_id = ${second}`);
    },
    says: () => [
      'Kuitansi 2: menyebut iuran Agustus–September 2026, tetapi pembayarannya untuk Agustus 2026',
    ],
  },
  {
    what: 'all months of a receipt removed',
    by: async () => {
      await issued();
      await run('DELETE FROM kuitansi_bulan WHERE kuitansi = 1');
    },
    says: () => ['Kuitansi 1: menyebut iuran Juni 2026, tetapi pembayarannya untuk tidak satu bulan pun'],
  },
  {
    what: 'payment of another house put on a receipt',
    by: async () => {
      await issued();
      await run(`INSERT INTO kuitansi_bulan VALUES (${recorded}, ${entryOf('payment_id', recorded)}, 1)`);
    },
    says: () => ['Kuitansi 1: menyebut iuran Juni 2026, tetapi pembayarannya untuk Mei–Juni 2026'],
  },
  {
    what: 'month of a receipt given to another one',
    by: async () => {
      const [, second] = await issued();
      await run(`UPDATE kuitansi_bulan SET kuitansi = 1 WHERE payment_id = ${second}`);
    },
    says: () => [
      'Kuitansi 1: menyebut iuran Juni 2026, tetapi',
      'Kuitansi 2: menyebut iuran Agustus–September',
    ],
  },
  {
    what: 'month of a receipt with an entry of the book that is not of its payment',
    by: async () => {
      await issued();
      const foreign = entryOf('payment_id', recorded);
      await run(`UPDATE kuitansi_bulan SET entri = ${foreign} WHERE kuitansi = 1`);
    },
    says: () => ['Kuitansi 1: menyebut nomor buku kas yang bukan milik pembayarannya'],
  },
  {
    what: 'month of a receipt given to the payment of another house for that month',
    by: async () => {
      const [, second] = await issued();
      const body = { user_id: warga.id, tahun: 2026, bulan: 9, jumlah: 100_000, metode: 'tunai' as const };
      const { id } = (await ketua.call(recordPayment, { body })).body;
      await run(`UPDATE kuitansi_bulan SET payment_id = ${id} WHERE payment_id = ${second}`);
    },
    says: () => ['Kuitansi 2: menyebut nomor buku kas yang bukan milik pembayarannya'],
  },
  {
    what: 'receipt of other months',
    by: async () => {
      await issued();
      await run(`UPDATE kuitansi SET catatan = replace(catatan, 'Iuran Juni', 'Iuran Juli') WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: menyebut iuran Juli 2026, tetapi pembayarannya untuk Juni 2026'],
  },
  {
    what: 'receipt of a larger sum',
    by: async () => {
      await issued();
      await run(`UPDATE kuitansi SET catatan = replace(catatan, 'Rp 90.', 'Rp 900.') WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: menyebut jumlah yang bukan jumlah di buku kas'],
  },
  {
    what: 'receipt with another number',
    by: async () => {
      await issued();
      await run(`UPDATE kuitansi SET catatan = replace(catatan, 'Nomor: 1', 'Nomor: 9') WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: isinya bukan kuitansi dengan nomor ini'],
  },
  {
    what: 'receipt of another house',
    by: async () => {
      await issued();
      await run(`UPDATE kuitansi SET catatan = replace(catatan, 'Rumah: A1', 'Rumah: P9') WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: isinya bukan lagi yang ditandatangani'],
  },
  {
    what: 'receipt signed by another key',
    by: async () => {
      await issued();
      const { catatan } = await app.context.db
        .selectFrom('kuitansi')
        .select('catatan')
        .where('nomor', '=', 1)
        .executeTakeFirstOrThrow();
      const { id, asal } = app.context.signer.origin;
      const { privateKey } = generateKeyPairSync('ed25519');
      const stranger = await makeSigner({ asal_id: id, asal, kunci_publik: '', sejak: '' }, privateKey);
      const signed = stranger.sign(parseNote(catatan)?.text ?? '');
      await run(`UPDATE kuitansi SET catatan = '${signed}' WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: tidak ditandatangani kunci perumahan ini'],
  },
  {
    what: 'receipt that begins with another payment',
    by: async () => {
      await issued();
      await run(`UPDATE kuitansi SET payment_id = ${recorded} WHERE nomor = 1`);
    },
    says: () => ['Kuitansi 1: pembayaran pertamanya bukan yang tercatat pada bulan-bulannya'],
  },
];

test('receipts of one month and of several, one of them reversed since, differ nowhere', async () => {
  const [, second = 0] = await issued();
  const { nomor } = await app.context.db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('payment_id', '=', second)
    .executeTakeFirstOrThrow();
  await ketua.call(reverseEntry, { body: { nomor, alasan: 'Uangnya kurang' } });
  expect(await found()).toEqual([]);
});

const proofOf = async (id: number) => {
  const { bukti_transfer } = await app.context.db
    .selectFrom('payments')
    .select('bukti_transfer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return bukti_transfer ?? '';
};

/** Another content of the same size. */
async function overwrite(nama: string): Promise<string> {
  const { storage } = app.context;
  const object = await storage.open(`uploads/${nama}`);
  const content = object ? await buffer(object.stream) : Buffer.alloc(0);
  content[content.length - 3] = 1 + (content.at(-3) ?? 0);
  await storage.put(`uploads/${nama}`, content);
  return hash('sha256', content);
}

const files: Manipulation[] = [
  {
    what: 'proof overwritten by one of the same size',
    by: async () => overwrite(await proofOf(confirmed)),
    says: async () => [
      `Pembayaran ${confirmed}: file uploads/${await proofOf(confirmed)} bukan lagi yang diunggah: isinya diganti dengan yang lain`,
    ],
  },
  {
    what: 'proof overwritten, with its checksum',
    by: async () => {
      const nama = await proofOf(confirmed);
      await run(`UPDATE files SET sha256 = '${await overwrite(nama)}' WHERE nama = '${nama}'`);
    },
    says: () => [`Pembayaran ${confirmed}: ${tells('isi foto bukti')}`],
  },
  {
    what: 'checksum removed',
    by: async () => run(`UPDATE files SET sha256 = NULL WHERE nama = '${await proofOf(confirmed)}'`),
    says: () => [`Pembayaran ${confirmed}: ${tells('isi foto bukti')}`],
  },
];

test('a checksum that an older version did not store is filled in', async () => {
  const nama = await proofOf(waiting);
  const checksum = async () =>
    (
      await app.context.db
        .selectFrom('files')
        .select('sha256')
        .where('nama', '=', nama)
        .executeTakeFirstOrThrow()
    ).sha256;
  const before = await checksum();
  await run(`UPDATE files SET sha256 = NULL`);
  await fillChecksums(app.context);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(await checksum()).toBe(before);
});

test.each([
  ...payments,
  ...expenses,
  ...files,
  ...auditLog,
  ...book,
  ...schema,
  ...people,
  ...money,
  ...bills,
  ...receipts,
])('the doctor names it: $what', async ({ by, says }) => {
  await by();
  const lines = await found();
  for (const sentence of await says()) expect(lines.join('\n')).toContain(sentence);
});
