/** All aggregate figures of the API, and the same figures computed from single rows. */
import { getBalance, getTotalIncome, getYearBalance } from '../../contract/cash-book.ts';
import { countComplaints } from '../../contract/complaints.ts';
import { adminDashboard, ketuaDashboard, koordinatorDashboard } from '../../contract/dashboard.ts';
import { countDocuments, documentCategories } from '../../contract/documents.ts';
import { listYearExpenses } from '../../contract/expenses.ts';
import { dateIn, monthIn, shiftMonth } from '../../contract/format.ts';
import { blockLetter } from '../../contract/people.ts';
import { getReport } from '../../contract/reports.ts';
import { countResidents } from '../../contract/residents.ts';
import { yearBalance } from '../areas/cash-book/rules.ts';
import { endOfMonth } from '../clock.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';

const zone = 'Asia/Jakarta';
const dues = 100_000;
const years = [2025, 2026];
/** The whole estate, a block, a house. */
const filters = [{}, { blok: 'A' }, { blok: 'P' }, { blok: 'B1' }];

export async function shown({ as }: TestApp, coordinators: readonly Person[]) {
  const [ketua, admin] = [await as.ketua(), await as.admin()];
  const { pelanggaran: _, penyimpanan: __, ...forKetua } = (await ketua.call(ketuaDashboard)).body.data;
  const forCoordinators = [];
  for (const one of coordinators) forCoordinators.push((await one.call(koordinatorDashboard)).body.data);
  const perYear = [];
  for (const year of years) {
    const reports = [];
    for (const query of filters) {
      const { bulanan, aduan } = (await ketua.call(getReport, { params: { year }, query })).body.data;
      const { terbaru: _latest, ...counts } = aduan;
      reports.push({
        bulanan: bulanan.map(({ target, terkumpul }) => ({ target, terkumpul })),
        aduan: counts,
      });
    }
    perYear.push({
      balance: (await ketua.call(getYearBalance, { params: { year } })).body.data,
      spent: (await ketua.call(listYearExpenses, { params: { year } })).body.total,
      reports,
    });
  }
  const lists = [];
  for (const query of filters)
    lists.push({
      residents: (await ketua.call(countResidents, { query })).body.data,
      complaints: (await ketua.call(countComplaints, { query })).body.data,
    });
  return {
    forKetua,
    forAdmin: (await admin.call(adminDashboard)).body.data,
    forCoordinators,
    balance: (await ketua.call(getBalance)).body.data,
    income: (await ketua.call(getTotalIncome)).body.data.totalIncome,
    documents: (await ketua.call(countDocuments)).body.data,
    perYear,
    lists,
  };
}

type Figures = Awaited<ReturnType<typeof shown>>;

export async function counted(app: TestApp, coordinators: readonly Person[]): Promise<Figures> {
  const { db } = app.context;
  const users = await db.selectFrom('users').selectAll().execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  const owned = <Row extends { user_id: number; dihapus_pada: string | null }>(rows: Row[]) =>
    rows
      .filter(({ dihapus_pada }) => dihapus_pada === null)
      .map((row) => ({ ...row, blok: byId.get(row.user_id)?.blok ?? null }));
  const payments = owned(await db.selectFrom('payments').selectAll().execute());
  const complaints = owned(await db.selectFrom('complaints').selectAll().execute());
  const expenses = (await db.selectFrom('expenses').selectAll().execute()).filter((row) => !row.dihapus_pada);
  const papers = (await db.selectFrom('documents').selectAll().execute()).filter((row) => !row.dihapus_pada);
  const posts = (await db.selectFrom('posts').selectAll().execute()).filter((row) => !row.dihapus_pada);
  const confirmed = payments.filter(({ status }) => status === 'dikonfirmasi');
  const present = users.filter((user) => user.dihapus_pada === null);
  const active = present.filter(({ status }) => status === 'active');

  const lives = (blok: string | undefined) => (row: { blok: string | null }) =>
    blok === undefined || (blok.length === 1 ? blockLetter(row.blok) === blok : row.blok === blok);
  const money = (rows: readonly { jumlah: number }[]) => rows.reduce((sum, { jumlah }) => sum + jumlah, 0);
  const tally = <K extends string>(
    rows: readonly { [F in K]: string }[],
    field: K,
    values: readonly string[],
  ) => Object.fromEntries(values.map((value) => [value, rows.filter((row) => row[field] === value).length]));
  const states = (rows: typeof complaints) =>
    tally(rows, 'status', ['pending', 'proses', 'selesai', 'ditolak']);

  // Reconstructs past states of accounts by reverting later audit entries.
  const changes = await db
    .selectFrom('audit')
    .select(['entitas_id', 'tanggal', 'sebelum'])
    .where('aksi', '=', 'account.changed')
    .orderBy('id', 'desc')
    .execute();
  const asOf = (user: (typeof users)[number], end: string) =>
    changes
      .filter(({ entitas_id, tanggal }) => entitas_id === user.id && tanggal >= end)
      .reduce((later, { sebelum }) => ({ ...later, ...(JSON.parse(sebelum ?? '{}') as object) }), {
        jenis: user.jenis,
        status: user.status,
        blok: user.blok,
      });
  /** Whoever owed dues at the end of the month, and whoever has paid for it or waits for confirmation. */
  const charged = (period: { tahun: number; bulan: number }, blok?: string) => {
    const end = endOfMonth(period, zone);
    const owing = users.filter((user) => {
      const was = asOf(user, end);
      const isKept = user.dihapus_pada === null || user.dihapus_pada >= end;
      const livesHere = was.jenis === 'warga' || was.blok !== null;
      return livesHere && was.status === 'active' && user.created_at < end && isKept;
    });
    const paying = payments.filter(
      ({ tahun, bulan, status }) => tahun === period.tahun && bulan === period.bulan && status !== 'ditolak',
    );
    const ids = new Set([...owing.map(({ id }) => id), ...paying.map(({ user_id }) => user_id)]);
    return users.filter(lives(blok)).filter(({ id }) => ids.has(id)).length;
  };
  const month = (period: { tahun: number; bulan: number }, blok?: string) => ({
    target: dues * charged(period, blok),
    terkumpul: money(
      confirmed
        .filter(lives(blok))
        .filter(({ tahun, bulan }) => tahun === period.tahun && bulan === period.bulan),
    ),
  });
  const now = monthIn(zone, app.clock.now);
  const chart = Array.from({ length: 12 }, (_, index) => shiftMonth(now, index - 11));
  const monthsOf = (tahun: number) => Array.from({ length: 12 }, (_, index) => ({ tahun, bulan: index + 1 }));
  const bulanan = chart.map((period) => ({ ...period, ...month(period) }));
  const waiting = (rows: typeof payments) =>
    rows.filter(({ status }) => status === 'menunggu_konfirmasi').length;
  const balance = {
    saldoAwal: 0,
    totalPemasukan: money(confirmed),
    totalPengeluaran: money(expenses),
    saldo: money(confirmed) - money(expenses),
  };
  const dateOf = (instant: string) => dateIn(zone, new Date(instant));
  const inMonth = ({ tahun, bulan }: typeof now, date: string) =>
    date.startsWith(`${tahun}-${String(bulan).padStart(2, '0')}`);
  const residents = active.filter(({ jenis }) => jenis === 'warga');
  const paid = confirmed.filter(({ tahun, bulan }) => tahun === now.tahun && bulan === now.bulan);
  const report = (tahun: number, blok: string | undefined) => {
    const own = complaints
      .filter(lives(blok))
      .filter((row) => dateOf(row.tanggal_aduan).startsWith(`${tahun}`));
    return {
      bulanan: monthsOf(tahun).map((period) => month(period, blok)),
      aduan: {
        total: own.length,
        ...states(own),
        perKategori: tally(own, 'kategori', ['infrastruktur', 'keamanan', 'kebersihan', 'lainnya']),
        perBulan: monthsOf(tahun).map(
          (one) => own.filter((row) => inMonth(one, dateOf(row.tanggal_aduan))).length,
        ),
      },
    };
  };
  const entries = await db.selectFrom('kas_entri').selectAll().execute();
  const byNumber = new Map(entries.map((entry) => [entry.nomor, entry]));
  const kindOf = (entry: (typeof entries)[number]) =>
    (byNumber.get(entry.membatalkan ?? 0) ?? entry).jenis === 'iuran' ? 'income' : 'spending';
  const sums = (tahun: number) => {
    const [opened, income, spending] = [
      new Map<number, number>(),
      new Map<number, number>(),
      new Map<number, number>(),
    ];
    const year = { saldoAwal: 0, opened, income, spending };
    for (const entry of entries) {
      const bulan = Number(entry.tanggal.slice(5, 7));
      if (entry.tanggal < `${tahun}`) year.saldoAwal += entry.jumlah;
      else if (entry.tanggal.startsWith(`${tahun}`)) {
        const side = year[kindOf(entry)];
        const sign = kindOf(entry) === 'income' ? 1 : -1;
        side.set(bulan, (side.get(bulan) ?? 0) + sign * entry.jumlah);
      }
    }
    return year;
  };
  const proposals = await db.selectFrom('persetujuan').selectAll().where('keputusan', 'is', null).execute();
  const proposedTo = (reader: Person) =>
    proposals.filter(({ diajukan_oleh }) => diajukan_oleh !== reader.id).length;
  const figures = {
    forKetua: {
      totalIncome: money(confirmed),
      paymentRate: charged(now) === 0 ? 0 : Math.round((paid.length * 100) / charged(now)),
      totalWarga: residents.length,
      aduanBulanIni: complaints.filter((row) => inMonth(now, dateOf(row.tanggal_aduan))).length,
      totalAdmin: active.filter(({ jenis }) => jenis === 'admin').length,
      totalKoordinator: active.filter(({ jenis }) => jenis === 'koordinator_perblok').length,
      pembayaranPending: waiting(payments),
      aduanPending: states(complaints).pending,
      persetujuanPending: proposedTo(await app.as.ketua()),
      totalPost: posts.length,
      statusPembayaran: {
        lunas: confirmed.length,
        menunggu: waiting(payments),
        ditolak: payments.filter(({ status }) => status === 'ditolak').length,
      },
      bulanan,
    },
    forAdmin: {
      totalAduan: complaints.length,
      aduanPending: states(complaints).pending,
      aduanSelesai: states(complaints).selesai,
      totalPembayaran: payments.length,
      persetujuanPending: proposedTo(await app.as.admin()),
      pembayaranPending: waiting(payments),
      totalIncome: money(confirmed),
      bulanan,
    },
    forCoordinators: coordinators.map((one) => {
      const own = lives(blockLetter(one.blok) ?? '');
      return {
        totalWarga: residents.filter(own).length,
        totalAduan: complaints.filter(own).length,
        pembayaranPending: waiting(payments.filter(own)),
        aduanPending: states(complaints.filter(own)).pending,
        totalPemasukan: balance.totalPemasukan,
        totalPengeluaran: balance.totalPengeluaran,
        saldo: balance.saldo,
        pemasukanBlok: money(confirmed.filter(own)),
      };
    }),
    balance,
    income: money(confirmed),
    documents: documentCategories.map((kategori) => ({
      kategori,
      jumlah: papers.filter((row) => row.kategori === kategori).length,
    })),
    perYear: years.map((year) => ({
      balance: yearBalance(year, sums(year), now),
      spent: money(expenses.filter(({ tahun }) => tahun === year)),
      reports: filters.map(({ blok }) => report(year, blok)),
    })),
    lists: filters.map(({ blok }) => {
      const own = present.filter(lives(blok)).filter(({ jenis }) => jenis === 'warga');
      return {
        residents: {
          total: own.length,
          nonaktif: own.filter(({ status }) => status === 'inactive').length,
        },
        complaints: states(complaints.filter(lives(blok))),
      };
    }),
  };
  return figures as unknown as Figures;
}
