/**
 * Violates each invariant directly in the database: the check reports the row. A valid estate has no
 * violations.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { ketuaDashboard } from '../../../contract/dashboard.ts';
import { uploadDocument } from '../../../contract/documents.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import type { Invariant } from '../../../contract/health.ts';
import { deletePaymentWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { recordDebtorChange } from '../../areas/accounts/debtor-queries.ts';
import { bookAll } from '../../areas/book/queries.ts';
import { storePicture } from '../../http/files/files.ts';
import { type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { makeEars } from '../../testing/ears.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import { keepEstate } from '../../testing/kept-estate.ts';
import type { Person } from '../../testing/people.ts';
import { photo, pictures } from '../../testing/pictures.ts';
import { raw } from '../../testing/raw.ts';
import { checkEstate } from './check-estate.ts';

let app: TestApp;
let ketua: Person;
let warga: Person;
let waiting: number;
let confirmed: number;
let expense: number;
const copyEstate = keepEstate(async (original) => {
  app = original;
  [ketua, warga] = [await app.as.ketua(), await app.as.warga('A1')];
  [waiting, confirmed] = [await upload(7), await upload(6)];
  await ketua.call(reviewPayment, { params: { id: confirmed }, body: { status: 'dikonfirmasi' } });
  const spent = { tahun: 2026, bulan: 7, jumlah: 40_000, judul: 'Cat', tanggal_digunakan: '2026-07-01' };
  const body = { ...spent, deskripsi: 'Cat pagar' };
  expense = (await ketua.call(addExpense, { body, files: { foto: await photo() } })).body.id;
});
beforeEach(async () => {
  ({ app } = await copyEstate());
});
afterEach(() => app.close());

async function upload(bulan: number): Promise<number> {
  const files = { bukti_transfer: await photo() };
  return (await warga.call(uploadPaymentWarga, { body: { tahun: 2026, bulan }, files })).body.id;
}

const run = async (statement: string) => {
  await sql.raw(statement).execute(app.context.database.writer);
};

/** Changes rows with constraints and triggers disabled, like a database tool. */
async function tamper(...statements: string[]) {
  if (onPostgres) {
    await run(`DO $$ DECLARE rule record; BEGIN
      FOR rule IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', rule.of_table, rule.conname); END LOOP; END $$`);
    await run('ALTER TABLE audit DISABLE TRIGGER audit_append_only');
  } else {
    await run('PRAGMA ignore_check_constraints = ON');
    await run('PRAGMA foreign_keys = OFF');
    await run('DROP TRIGGER audit_no_delete');
    await run('DROP TRIGGER audit_no_update');
  }
  for (const statement of statements) await run(statement);
}

/** A forger who writes the book anew after these statements, so that only the other rules can find it. */
async function rebook(...statements: string[]) {
  const triggers = ['kas_entri_no_update', 'kas_entri_no_delete'];
  if (onPostgres) await run('ALTER TABLE kas_entri DISABLE TRIGGER kas_entri_append_only');
  else for (const name of triggers) await run(`DROP TRIGGER IF EXISTS ${name}`);
  await run('DELETE FROM kas_bulanan');
  await run('DELETE FROM kas_entri');
  for (const statement of statements) await run(statement);
  await app.context.write('system', bookAll);
}
const renote = (id: number) => app.context.write('system', (tx) => recordDebtorChange(tx, id));

const retell = (id: number, told: number, jumlah: number) =>
  `UPDATE audit SET sesudah = replace(sesudah, '"jumlah":${told}', '"jumlah":${jumlah}')
    WHERE entitas = 'expenses' AND entitas_id = ${id}`;

/** Without what the tampering itself leaves behind, of which `manipulations.test.ts` tells. */
const found = async () => {
  const traces = ['log', 'schema', 'account'];
  const { violations } = await checkEstate(app.context);
  return violations
    .filter(({ invariant, table }) => !traces.includes(invariant) && table !== 'kas_entri')
    .map(({ invariant, table, id }) => `${invariant}: ${table} ${id}`);
};

test('a full estate has no violations', async () => {
  const { readers, facts } = await fillEstate(app);
  await ketua.call(reviewPayment, { params: { id: waiting }, body: { status: 'ditolak' } });
  await upload(7);
  await ketua.call(deleteExpense, { params: { id: expense } });
  const { nomor } = await app.context.db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('payment_id', '=', confirmed)
    .executeTakeFirstOrThrow();
  const reversed = await ketua.call(reverseEntry, { body: { nomor, alasan: 'Salah mencatat bulan' } });
  expect(reversed.body.data.nomor).not.toBeNull();
  await readers.warga.call(deletePaymentWarga, { params: { id: facts(readers.warga).waiting } });
  await ketua.call(deleteResident, { params: { id: warga.id } });
  expect(await found()).toEqual([]);
  expect((await ketua.call(ketuaDashboard)).body.data.pelanggaran).toBeNull();
});

type Crime = [
  invariant: Invariant,
  name: string,
  commit: () => Promise<[table: string, id: number | string][]>,
  /** The audit log tells of the same rows, too. */
  isAltered?: boolean,
];

const crimes: Crime[] = [
  [
    'amount',
    'a payment of nothing',
    async () => {
      await tamper(`UPDATE payments SET jumlah = 0 WHERE id = ${waiting}`);
      return [['payments', waiting]];
    },
  ],
  [
    'amount',
    'an expense of nothing',
    async () => {
      await tamper(`UPDATE expenses SET jumlah = 0 WHERE id = ${expense}`, retell(expense, 40_000, 0));
      await rebook();
      return [['expenses', expense]];
    },
  ],
  [
    'amount',
    'negative dues',
    async () => {
      await tamper(`INSERT INTO dues (sejak, jumlah) VALUES ('2026-01', -1)`);
      return [['dues', '2026-01']];
    },
  ],
  [
    'sum',
    'a month whose income somebody corrected',
    async () => {
      await run(`UPDATE kas_bulanan SET banyak = banyak + 1 WHERE jenis = 'iuran'`);
      return [['kas_bulanan', '2026-07 iuran 1/1']];
    },
  ],
  [
    'sum',
    'a month with income that nobody paid',
    async () => {
      await run(`INSERT INTO kas_bulanan VALUES ('2026-01', 1, 1, 'iuran', '', 1, 0)`);
      return [['kas_bulanan', '2026-01 iuran 1/1']];
    },
  ],
  [
    'sum',
    'a resident whose dues nobody wrote down',
    async () => {
      await run(`DELETE FROM debtor_changes WHERE user_id = ${warga.id}`);
      return [['users', warga.id]];
    },
  ],
  [
    'sum',
    'a resident whose unpaid month was marked as settled',
    async () => {
      await run(`UPDATE bulan_beres SET bulan = replace(bulan, '011', '111') WHERE user_id = ${warga.id}`);
      return [['users', warga.id]];
    },
  ],
  [
    'sum',
    'a resident of whom another month is marked as settled than the paid one',
    async () => {
      await run(`UPDATE bulan_beres SET bulan = replace(bulan, '011', '110') WHERE user_id = ${warga.id}`);
      return [['users', warga.id]];
    },
  ],
  [
    'one-live-payment',
    'a month that is paid twice',
    async () => {
      const second = await upload(8);
      await run('DROP INDEX payments_one_live');
      await run(`UPDATE payments SET bulan = 7 WHERE id = ${second}`);
      return [['payments', second]];
    },
    true,
  ],
  [
    'booked',
    'a confirmed payment that is on no day of the cash book',
    async () => {
      await tamper(`UPDATE payments SET tanggal_kas = '20260715' WHERE id = ${confirmed}`);
      await rebook();
      return [['payments', confirmed]];
    },
  ],
  [
    'booked',
    'an expense that is on no day of the cash book',
    async () => {
      await run(`UPDATE expenses SET tanggal_digunakan = '' WHERE id = ${expense}`);
      return [['expenses', expense]];
    },
    true,
  ],
  [
    'audited',
    'a payment confirmed behind everybody’s back',
    async () => {
      await run(
        `UPDATE payments SET status = 'dikonfirmasi', tanggal_kas = '2026-07-15' WHERE id = ${waiting}`,
      );
      await rebook();
      return [['payments', waiting]];
    },
  ],
  [
    'audited',
    'a confirmed amount that was changed afterwards',
    async () => {
      await run(`UPDATE payments SET jumlah = 1000000 WHERE id = ${confirmed}`);
      await rebook();
      return [['payments', confirmed]];
    },
  ],
  [
    'audited',
    'an expense that somebody made smaller',
    async () => {
      await rebook(`UPDATE expenses SET jumlah = 4000 WHERE id = ${expense}`);
      return [['expenses', expense]];
    },
  ],
  [
    'audited',
    'a payment taken back without a trace',
    async () => {
      await run(`UPDATE payments SET dihapus_pada = '2026-07-15T03:00:00.000Z' WHERE id = ${waiting}`);
      return [['payments', waiting]];
    },
  ],
  [
    'audited',
    'an expense deleted without a trace',
    async () => {
      await rebook(`UPDATE expenses SET dihapus_pada = '2026-07-15T03:00:00.000Z' WHERE id = ${expense}`);
      return [['expenses', expense]];
    },
  ],
  [
    'audited',
    'an audit log from which a line was cut',
    async () => {
      const line = `aksi = 'payment.confirmed' AND entitas_id = ${confirmed}`;
      await tamper(
        `DELETE FROM audit_nilai WHERE audit_id IN (SELECT id FROM audit WHERE ${line})`,
        `DELETE FROM log_antrean WHERE audit_id IN (SELECT id FROM audit WHERE ${line})`,
        `DELETE FROM audit WHERE ${line}`,
      );
      return [['payments', confirmed]];
    },
  ],
  ...(['ditolak', 'menunggu_konfirmasi'] as const).map(
    (status): Crime => [
      'audited',
      `confirmed money that somebody made ${status}`,
      async () => {
        await tamper(`UPDATE payments SET status = '${status}', tanggal_kas = NULL WHERE id = ${confirmed}`);
        await rebook();
        return [['payments', confirmed]];
      },
    ],
  ),
  [
    'audited',
    'a rejected payment that waits again',
    async () => {
      const body = { status: 'ditolak', catatan: 'Buram' } as const;
      await ketua.call(reviewPayment, { params: { id: waiting }, body });
      await tamper(`UPDATE payments SET status = 'menunggu_konfirmasi' WHERE id = ${waiting}`);
      return [['payments', waiting]];
    },
  ],
  [
    'audited',
    'a payment that was taken back and is there again',
    async () => {
      await warga.call(deletePaymentWarga, { params: { id: waiting } });
      await run(`UPDATE payments SET dihapus_pada = NULL WHERE id = ${waiting}`);
      return [['payments', waiting]];
    },
  ],
  [
    'audited',
    'a deleted expense that counts again',
    async () => {
      await ketua.call(deleteExpense, { params: { id: expense } });
      await rebook(`UPDATE expenses SET dihapus_pada = NULL WHERE id = ${expense}`);
      return [['expenses', expense]];
    },
  ],
  [
    'destroyed',
    'an expense that was destroyed',
    async () => {
      await rebook(`DELETE FROM expenses WHERE id = ${expense}`);
      return [['expenses', expense]];
    },
  ],
  [
    'destroyed',
    'a payment that was destroyed',
    async () => {
      await run(`DELETE FROM payments WHERE id = ${waiting}`);
      return [['payments', waiting]];
    },
  ],
  [
    'waiting',
    'a payment that waits for nobody',
    async () => {
      await run(`UPDATE users SET dihapus_pada = '2026-07-15T03:00:00.000Z' WHERE id = ${warga.id}`);
      await run(`DELETE FROM sessions WHERE user_id = ${warga.id}`);
      await renote(warga.id);
      return [['payments', waiting]];
    },
  ],
  [
    'session',
    'somebody deactivated who is still signed in',
    async () => {
      await run(`UPDATE users SET status = 'inactive' WHERE id = ${warga.id}`);
      await renote(warga.id);
      return [['sessions', warga.sessionId]];
    },
  ],
  [
    'session',
    'somebody deleted who is still signed in',
    async () => {
      const other = await app.as.warga('A2');
      await run(`UPDATE users SET dihapus_pada = '2026-07-15T03:00:00.000Z' WHERE id = ${other.id}`);
      await renote(other.id);
      return [['sessions', other.sessionId]];
    },
  ],
  [
    'file',
    'a proof that is lost, and a thumbnail',
    async () => {
      const proof = await proofOf(confirmed);
      const other = await proofOf(waiting);
      await rm(join(app.folder, 'files/uploads', proof));
      await rm(join(app.folder, 'files/thumbnails', other));
      return [
        ['payments', confirmed],
        ['payments', waiting],
      ];
    },
  ],
  [
    'file',
    'a document that is cut off',
    async () => {
      const files = { file: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') };
      const { id, data } = (await ketua.call(uploadDocument, { body: { judul: 'Surat' }, files })).body;
      await app.context.storage.put(`documents/${data.nama_file}`, Buffer.from('%PDF'));
      return [['documents', id]];
    },
  ],
];

async function proofOf(id: number): Promise<string> {
  const row = await app.context.db
    .selectFrom('payments')
    .select('bukti_transfer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.bukti_transfer ?? '';
}

describe('the check names', () => {
  test.each(crimes)('%s: %s', async (invariant, _name, commit, isAltered) => {
    const rows = await commit();
    const rules = isAltered ? [invariant, 'altered'] : [invariant];
    const expected = rules.flatMap((rule) => rows.map(([table, id]) => `${rule}: ${table} ${id}`));
    expect((await found()).toSorted()).toEqual(expected.toSorted());
  });

  test('balance: money that the book does not know', async () => {
    await rebook(`UPDATE payments SET status = 'ditolak', tanggal_kas = NULL WHERE id = ${confirmed}`);
    await run(
      `UPDATE payments SET status = 'dikonfirmasi', tanggal_kas = '2026-07-15' WHERE id = ${confirmed}`,
    );
    const { violations } = await checkEstate(app.context);
    expect(new Set(violations.map(({ invariant }) => invariant))).toEqual(
      new Set(['booked', 'altered', 'destroyed', 'schema', 'balance']),
    );
    expect(violations.at(-1)?.says).toBe(
      'pemasukan: di layar 0, di buku kas 0, menurut datanya 100000; ' +
        'saldo: di layar -40000, di buku kas -40000, menurut datanya 60000',
    );
    const shown = (await ketua.call(ketuaDashboard)).body.data.pelanggaran;
    expect(shown?.contoh).toContainEqual({ aturan: 'balance', tabel: 'payments, expenses', id: null });
  });
});

test('dashboard and metrics show a violation, and its end', async () => {
  const ears = makeEars(app);
  const ear = await ears.listen(ketua);
  await run(`UPDATE payments SET bulan = 9 WHERE id = ${waiting}`);
  await ears.during(() => checkEstate(app.context));
  expect(ear.topics()).toEqual(['dashboard']);
  expect((await ketua.call(ketuaDashboard)).body.data.pelanggaran).toEqual({
    tanggal: app.clock.now.toISOString(),
    jumlah: 1,
    contoh: [{ aturan: 'altered', tabel: 'payments', id: waiting }],
  });
  const metrics = async () => (await raw(app.url, 'GET /metrics')).text;
  expect(await metrics()).toContain('guyub_invariant_violations{invariant="altered"} 1');
  expect(await metrics()).toContain('guyub_invariant_violations{invariant="balance"} 0');

  await run(`UPDATE payments SET bulan = 7 WHERE id = ${waiting}`);
  await checkEstate(app.context);
  expect((await ketua.call(ketuaDashboard)).body.data.pelanggaran).toBeNull();
  expect(await metrics()).toContain('guyub_invariant_violations{invariant="altered"} 0');
  ears.closeAll();
});

test('counts all of many violations and lists the first', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `(${warga.id}, 'x${index}', 'Tes', '', '')`);
  await run(`UPDATE users SET status = 'inactive' WHERE id = ${warga.id}`);
  await renote(warga.id);
  await run(
    `INSERT INTO sessions (user_id, token_hash, perangkat, dibuat, terakhir_aktif) VALUES ${many.join()}`,
  );
  const { counts, violations } = await checkEstate(app.context);
  expect([counts.session, violations.length]).toEqual([61, 21]);
  expect((await ketua.call(ketuaDashboard)).body.data.pelanggaran).toMatchObject({ jumlah: 62 });
});

test('a file that is removed while it is being checked is no loss', async () => {
  const { storage, database, write } = app.context;
  const picture = { full: await pictures.jpeg(), thumbnail: await pictures.jpeg() };
  const stored = await storePicture(storage, picture, 'proof');
  await write('system', async () => {}, [stored]);
  const open: typeof storage.open = async (key, range) => {
    if (key.endsWith(stored.nama)) {
      await sql`DELETE FROM files WHERE nama = ${stored.nama}`.execute(database.writer);
      await storage.remove(key);
    }
    return await storage.open(key, range);
  };
  const { counts } = await checkEstate({ ...app.context, storage: { ...storage, open } });
  expect(counts.file).toBe(0);
});
