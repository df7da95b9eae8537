/** Receipts, log, journal and audit, which can be checked without the server, tell the money of the book. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf } from '../../contract/amount-of.ts';
import { listMoneyAudit } from '../../contract/audit.ts';
import { getBalance } from '../../contract/cash-book.ts';
import { toUtf8 } from '../../contract/encoding.ts';
import { formatRupiah } from '../../contract/format.ts';
import { exportJournal, type JournalEntry } from '../../contract/journal.ts';
import { exportLog, getLogKey } from '../../contract/log.ts';
import { checkExport } from '../../contract/log-export.ts';
import { type LoggedEntry, makeLoggedBook } from '../../contract/log-money.ts';
import { listPayments } from '../../contract/payments.ts';
import { verifyReceipt } from '../../contract/receipt.ts';
import { getReceipt } from '../../contract/receipts.ts';
import { parseVerifierKey } from '../../contract/signed-note.ts';
import { findProgram } from '../../tools/programs.ts';
import type { TestApp } from './app.ts';
import { allEntries, kindOf, type Readers, type Same } from './book-agreement.ts';
import type { Known } from './dues-agreement.ts';
import type { Person } from './people.ts';

export async function compareEvidence(app: TestApp, readers: Readers, known: Known): Promise<void> {
  const entries = await allEntries(readers.admin);
  await compareReceipts(app, readers, { ...known, entries });
  await compareLog(readers, { ...known, entries });
  await compareJournal(readers, { ...known, entries });
  await compareAudit(readers, { ...known, entries });
}

type Booked = Known & { entries: readonly JournalEntry[] };

const byNumber = (a: JournalEntry, b: JournalEntry) => a.nomor - b.nomor;

/** Payments in the book, with the receipts that somebody has asked for. */
const paidIn = ({ context }: TestApp) =>
  context.db
    .selectFrom('kas_entri')
    .innerJoin('payments', 'payments.id', 'kas_entri.payment_id')
    .leftJoin('kuitansi_bulan', 'kuitansi_bulan.payment_id', 'payments.id')
    .select(['payments.id', 'payments.user_id', 'tahun', 'bulan', 'kas_entri.nomor', 'kuitansi'])
    .where('kas_entri.jenis', '=', 'iuran')
    .orderBy('kas_entri.nomor')
    .execute();

/** Asks for the receipt of every payment that may have one. */
export async function askForReceipts({ admin }: Readers): Promise<void> {
  for (const { id, status } of (await admin.call(listPayments)).body.data)
    if (status === 'dikonfirmasi') await admin.call(getReceipt, { params: { payment_id: id } });
}

async function compareReceipts(app: TestApp, { admin }: Readers, { same, entries, accounts, live }: Booked) {
  const dues = entries.filter((entry) => kindOf(entry, entries) === 'iuran');
  const confirmed = live.filter(({ status }) => status === 'dikonfirmasi');
  same('confirmed dues in the book', amountOf(dues), amountOf(confirmed));
  const key = await parseVerifierKey((await admin.call(getLogKey)).body.data.kunci);
  const paid = await paidIn(app);
  for (const { id, user_id, kuitansi } of paid.filter((one) => one.kuitansi !== null)) {
    const receipt = (await admin.call(getReceipt, { params: { payment_id: id } })).body.data;
    const months = paid.filter((one) => one.kuitansi === kuitansi);
    const booked = months.flatMap(({ nomor }) => entries.find((entry) => entry.nomor === nomor) ?? []);
    const verdict = await verifyReceipt(receipt.catatan, key ? [key] : []);
    const signed = verdict.valid ? verdict.receipt : undefined;
    same(`kuitansi ${kuitansi} as signed`, signed && { ...signed, perumahan: '' }, {
      nomor: kuitansi,
      perumahan: '',
      rumah: booked[0]?.blok,
      untuk: months.map(({ tahun, bulan }) => ({ tahun, bulan })),
      jumlah: amountOf(booked),
      tanggal: booked[0]?.tanggal,
      entri: booked.map(({ nomor }) => nomor),
    });
    same(`kuitansi ${kuitansi}`, [receipt.jumlah, receipt.tanggal], [signed?.jumlah, signed?.tanggal]);
    const reversals = booked.map(({ nomor }) => entries.find(({ membatalkan }) => membatalkan === nomor));
    same(
      `kuitansi ${kuitansi} reversed`,
      receipt.rincian.map(({ dibatalkan }) => dibatalkan),
      reversals.map((entry) => (entry ? { nomor: entry.nomor, tanggal: entry.tanggal } : null)),
    );
    const { tunggakan = [] } = accounts.find((one) => one.id === user_id)?.dues ?? {};
    const { bulan, jumlah } = receipt.tunggakan;
    same(`kuitansi ${kuitansi} owed`, [bulan, jumlah], [tunggakan.length, amountOf(tunggakan)]);
  }
}

const textOf = async (reader: Person, file: typeof exportLog | typeof exportJournal) =>
  ((await reader.call(file)).body as unknown as { text: string }).text;

async function compareLog({ admin }: Readers, { same, entries }: Booked) {
  const text = await textOf(admin, exportLog);
  const book = makeLoggedBook();
  const chunks = (async function* () {
    yield toUtf8(text);
  })();
  await checkExport(chunks, { onLeaf: (leaf) => book.add(leaf) });
  same('log', [book.saldo, book.contradictions], [amountOf(entries), 0]);
  const brief = ({ nomor, tanggal, jumlah, jenis, membatalkan }: LoggedEntry): LoggedEntry => ({
    nomor,
    tanggal,
    jumlah,
    jenis,
    membatalkan,
  });
  same('entries of the log', [...book.entries.values()], entries.toSorted(byNumber).map(brief));
}

const sections = {
  saldo_awal: 'ekuitas:saldo awal',
  pindah: 'ekuitas:pindah',
  iuran: 'pemasukan:iuran',
  penerimaan: 'pemasukan',
  pengeluaran: 'pengeluaran',
};

async function compareJournal({ admin }: Readers, { same, entries }: Booked) {
  const journal = await textOf(admin, exportJournal);
  const found = journal.matchAll(
    /^(\S+) \((\d+)\) .*\n {4}aset:(\d+) [^:\n]*:(\d+) [^:\n]*? {2}(-?\d+) IDR\n {4}(.+) {2}(-?\d+) IDR\n/gm,
  );
  const shown = [...found].map(([, tanggal, nomor, akun, dana, jumlah, other = '', against]) => ({
    tanggal,
    numbers: [Number(nomor), Number(akun), Number(dana), Number(jumlah), -Number(against)],
    other,
  }));
  const sorted = entries.toSorted(byNumber);
  same(
    'jurnal',
    shown.map(({ tanggal, numbers }) => [tanggal, ...numbers]),
    sorted.map(({ tanggal, nomor, akun_id, dana_id, jumlah }) => [
      tanggal,
      nomor,
      akun_id,
      dana_id,
      jumlah,
      jumlah,
    ]),
  );
  same(
    'accounts of the jurnal',
    shown.map(({ other }) => other),
    sorted.map((entry) => {
      const kind = kindOf(entry, entries);
      if (kind === 'selisih') return entry.kategori === 'lebih' ? 'pemasukan:selisih' : 'pengeluaran:selisih';
      const section = kind === 'pembatalan' ? '' : sections[kind];
      return entry.kategori === '' ? section : `${section}:${entry.kategori}`;
    }),
  );
}

/** The book as auditors read it in the audit log. */
async function compareAudit({ warga: auditor, ketua }: Readers, { same, entries, live }: Booked) {
  const told = (await auditor.call(listMoneyAudit, { query: { entitas: 'entries', limit: 200 } })).body.data;
  const booked = told.filter(({ aksi }) => aksi === 'entry.booked');
  same(
    'audit/uang of the book',
    booked.map(({ entitas_id, sesudah }) => [entitas_id, sesudah?.['tanggal'], sesudah?.['jumlah']]),
    entries
      .toSorted(byNumber)
      .toReversed()
      .map(({ nomor, tanggal, jumlah }) => [nomor, tanggal, jumlah]),
  );
  const query = { limit: 200 };
  const [all, own] = [
    await ketua.call(listMoneyAudit, { query }),
    await auditor.call(listMoneyAudit, { query }),
  ];
  const ids = ({ body }: typeof all) => body.data.map(({ id, aksi }) => [id, aksi]);
  same('audit/uang for pengawas', ids(own), ids(all));
  for (const { id, status } of live) {
    const last = all.body.data.find(
      (row) => row.entitas === 'payments' && row.entitas_id === id && row.sesudah?.['status'] !== undefined,
    );
    same(`audit/uang of payment ${id}`, last?.sesudah?.['status'], status);
  }
}

/** What docs/verify.py and hledger say of the estate. */
export async function compareByOthers(app: TestApp, { admin }: Readers, same: Same): Promise<void> {
  const { saldo } = (await admin.call(getBalance)).body.data;
  const entries = await allEntries(admin);
  const [python, hledger] = [findProgram('python3'), findProgram('hledger')];
  const folder = await mkdtemp(join(tmpdir(), 'guyub-evidence-'));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  if (python) {
    const log = await file('log.txt', await textOf(admin, exportLog));
    const receipts = [...Map.groupBy(await paidIn(app), ({ kuitansi }) => kuitansi)].filter(
      ([number]) => number !== null,
    );
    const notes: string[] = [];
    for (const [number, [first]] of receipts) {
      const receipt = await admin.call(getReceipt, { params: { payment_id: first?.id ?? 0 } });
      notes.push(await file(`kuitansi-${number}.txt`, receipt.body.data.catatan));
    }
    const { kunci } = (await admin.call(getLogKey)).body.data;
    const said = execFileSync(python, ['docs/verify.py', '--kunci', kunci, log, ...notes], {
      encoding: 'utf8',
    });
    same('verify.py transactions', /(\d+) transaksi$/m.exec(said)?.[1], String(entries.length));
    same('verify.py saldo', /saldo {3}(.+)$/m.exec(said)?.[1], formatRupiah(saldo));
    const reversed = new Set(entries.map(({ membatalkan }) => membatalkan));
    const verdicts = receipts.map(([, months]) => {
      const taken = months.filter(({ nomor }) => reversed.has(nomor)).length;
      return taken > 0 ? 'PERHATIKAN' : 'COCOK';
    });
    same('verify.py receipts', said.match(/^(COCOK|PERHATIKAN|SALAH)(?=: (kuitansi|sah))/gm) ?? [], verdicts);
  }
  if (hledger) {
    const options = ['-f', '-', 'balance', 'aset', '--depth', '1', '-N', '-O', 'csv', '--layout=bare'];
    const input = await textOf(admin, exportJournal);
    const csv = execFileSync(hledger, options, { input, encoding: 'utf8' });
    same('hledger', Number(/"(-?\d+)"\s*$/.exec(csv)?.[1] ?? 0), saldo);
  }
  await rm(folder, { recursive: true });
}
