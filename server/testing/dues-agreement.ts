/** Every screen and export about dues tells the same months, states and sums of every account. */
import { amountOf } from '../../contract/amount-of.ts';
import {
  countArrears,
  exportArrears,
  getPayerDues,
  listArrears,
  type OwnDues,
  type PayerDues,
} from '../../contract/arrears.ts';
import { adminDashboard, ketuaDashboard, koordinatorDashboard } from '../../contract/dashboard.ts';
import {
  formatMonth,
  monthIn,
  monthIndex,
  monthKey,
  monthOf,
  type Period,
  percentOf,
} from '../../contract/format.ts';
import { getLpj } from '../../contract/lpj.ts';
import { arrearsAges, type YearState } from '../../contract/owed.ts';
import * as payments from '../../contract/payments.ts';
import { blockLetter } from '../../contract/people.ts';
import { exportReport, getMonthlyFigures, getReport } from '../../contract/reports.ts';
import { getRound } from '../../contract/rounds.ts';
import type { TestApp } from './app.ts';
import { type Readers, type Same, sumOf } from './book-agreement.ts';

const zone = 'Asia/Jakarta';

export interface Known {
  same: Same;
  now: Period;
  /** All accounts, also former ones. */
  accounts: readonly Account[];
  live: readonly payments.StaffPayment[];
}

interface Account {
  id: number;
  blok: string | null;
  isActive: boolean;
  dues: PayerDues;
}

export async function compareDues(app: TestApp, readers: Readers, same: Same): Promise<Known> {
  const now = monthIn(zone, app.clock.now);
  const users = await app.context.db
    .selectFrom('users')
    .select(['id', 'blok', 'status', 'dihapus_pada'])
    .orderBy('id')
    .execute();
  const accounts: Account[] = [];
  for (const { id, blok, status, dihapus_pada } of users) {
    const dues = (await readers.admin.call(getPayerDues, { params: { userId: id } })).body.data;
    accounts.push({ id, blok, isActive: status === 'active' && dihapus_pada === null, dues });
  }
  const live = (await readers.admin.call(payments.listPayments)).body.data;
  const known = { same, now, accounts, live };
  await compareDashboards(readers, known);
  for (const tahun of [now.tahun - 1, now.tahun, now.tahun + 1])
    for (const blok of [undefined, 'A']) await compareYear(readers, known, { tahun, blok });
  await compareArrears(readers, known);
  await compareRounds(readers, known);
  return known;
}

const within = (blok: string | undefined) => (row: { blok: string | null }) =>
  blok === undefined || blockLetter(row.blok) === blok;
export const byStatus = (rows: readonly { status: string }[], status: string) =>
  rows.filter((row) => row.status === status).length;

async function compareDashboards({ ketua, admin, koordinator }: Readers, { same, now, live }: Known) {
  const forKetua = (await ketua.call(ketuaDashboard)).body.data;
  const { lunas, menunggu, ditolak } = forKetua.statusPembayaran;
  const counts = ['dikonfirmasi', 'menunggu_konfirmasi', 'ditolak'].map((status) => byStatus(live, status));
  same('dashboard ketua states', [lunas, menunggu, ditolak], counts);
  const forAdmin = (await admin.call(adminDashboard)).body.data;
  same('dashboard admin', [forAdmin.totalPembayaran, forAdmin.pembayaranPending], [live.length, counts[1]]);
  same('dashboard admin months', forAdmin.bulanan, forKetua.bulanan);
  same('waiting', forKetua.pembayaranPending, counts[1]);
  const own = (await koordinator.call(payments.listPayments)).body.data;
  for (const [reader, rows] of [
    [admin, live],
    [koordinator, own],
  ] as const) {
    const waiting = rows.filter(({ status }) => status === payments.waiting);
    const slips = waiting.filter(({ user_id }) => user_id !== reader.id);
    same(`waiting for ${reader.jenis}`, (await reader.call(payments.countWaitingPayments)).body.data, {
      total: waiting.length,
      untuk_diperiksa: new Set(slips.map(({ id, kelompok }) => kelompok ?? id)).size,
    });
  }
  const block = blockLetter(koordinator.blok);
  same(
    'payments of the block',
    own.map(({ id }) => id),
    live.filter(within(block ?? '')).map(({ id }) => id),
  );
  const forBlock = (await koordinator.call(koordinatorDashboard)).body.data;
  const confirmed = own.filter(({ status }) => status === 'dikonfirmasi');
  same('pemasukanBlok', forBlock.pemasukanBlok, amountOf(confirmed));
  same('pending of the block', forBlock.pembayaranPending, byStatus(own, 'menunggu_konfirmasi'));
  for (const { tahun, bulan, ...sums } of forKetua.bulanan) {
    const month = (await ketua.call(getReport, { params: { year: tahun } })).body.data.bulanan[bulan - 1];
    same(`dashboard ${tahun}-${bulan}`, sums, { target: month?.target, terkumpul: month?.terkumpul });
  }
  const { lunas: paid, wajib } = (await ketua.call(getMonthlyFigures, { query: { bulan: monthKey(now) } }))
    .body.data;
  same('paymentRate', forKetua.paymentRate, percentOf(paid, wajib));
}

interface Asked {
  tahun: number;
  blok: string | undefined;
}

async function compareYear({ ketua, admin, koordinator }: Readers, known: Known, { tahun, blok }: Asked) {
  const { same, now, accounts } = known;
  const params = { year: tahun };
  const { bulanan } = (await ketua.call(getReport, { params, query: { blok } })).body.data;
  const exported = (await ketua.call(exportReport, { params, query: { blok } })).body.data;
  const sums = (rows: readonly { target: number; terkumpul: number; persentase: number }[]) =>
    rows.map(({ target, terkumpul, persentase }) => [target, terkumpul, persentase]);
  same(`reports export ${tahun} ${blok}`, sums(exported), sums(bulanan));
  if (blok === blockLetter(koordinator.blok))
    same(
      `reports ${tahun} for koordinator`,
      sums((await koordinator.call(getReport, { params })).body.data.bulanan),
      sums(bulanan),
    );
  for (const { bulan, terkumpul } of bulanan) {
    const away = Math.abs(monthIndex({ tahun, bulan }) - monthIndex(now));
    if (away > (blok === undefined ? 4 : 1)) continue;
    const name = `${tahun}-${bulan} ${blok ?? ''}`;
    const ofMonth = { year: tahun, month: bulan };
    const counts = (await admin.call(payments.countMonthPayments, { params: ofMonth, query: { blok } })).body
      .data;
    const rows = (
      await admin.call(payments.listMonthPayments, { params: ofMonth, query: { blok, include: 'unpaid' } })
    ).body.data;
    const whole = (await admin.call(payments.exportMonthPayments, { params: ofMonth, query: { blok } })).body
      .data;
    same(`${name} export`, whole.length, new Set(rows.map(({ user_id }) => user_id)).size);
    for (const status of payments.monthStatuses) {
      same(`${name} ${status}`, counts[status], byStatus(rows, status));
      // The whole file has one row of each account: none of a rejected slip whose month is paid since.
      const own = whole.filter((row) => row.status === payments.statusLabels[status]);
      if (status !== 'ditolak') same(`${name} export of ${status}`, own.length, counts[status]);
      if (status === 'dikonfirmasi') same(`${name} export sum`, sumOf(own, 'jumlah'), terkumpul);
      if (away > 0 && (status !== 'ditolak' || counts.ditolak === 0)) continue;
      const query = { blok, status };
      const file = (await admin.call(payments.exportMonthPayments, { params: ofMonth, query })).body.data;
      same(`${name} export ${status}`, file.length, counts[status]);
    }
    const toReview = rows.filter((row) => row.status === payments.waiting && row.user_id !== admin.id);
    same(`${name} untuk_diperiksa`, counts.untuk_diperiksa, toReview.length);
    const paid = rows.filter(({ status }) => status === 'dikonfirmasi');
    same(`${name} terkumpul`, [counts.terkumpul, amountOf(paid)], [terkumpul, terkumpul]);
    if (tahun !== now.tahun || bulan > now.bulan) continue;
    const states = accounts.filter(within(blok)).map(({ id, isActive, dues }) => {
      const { status = 'bebas', jumlah = 0 } = dues.bulanan[bulan - 1] ?? {};
      return { id, isActive, status, jumlah };
    });
    const inOne = (...wanted: YearState[]) => states.filter(({ status }) => wanted.includes(status));
    same(
      `${name} lunas of accounts`,
      [inOne('lunas').length, amountOf(inOne('lunas'))],
      [counts.dikonfirmasi, terkumpul],
    );
    same(`${name} waiting of accounts`, inOne('menunggu').length, counts.menunggu_konfirmasi);
    const unpaid = inOne('tunggakan', 'berjalan').filter(({ isActive }) => isActive);
    const listed = new Map(rows.map((row) => [row.user_id, row]));
    const isOpen = ({ id }: { id: number }) => payments.canPay(listed.get(id)?.status ?? 'dikonfirmasi');
    same(
      `${name} unpaid of accounts that the list has not`,
      unpaid.filter((one) => !isOpen(one)),
      [],
    );
    const ids = new Set(unpaid.map(({ id }) => id));
    const others = rows.filter((row) => row.status === payments.unpaid && !ids.has(row.user_id));
    same(
      `${name} unpaid of the list that no account has`,
      others.map(({ user_id }) => user_id),
      [],
    );
    const shownAmounts = rows.filter(({ status }) => status === payments.unpaid).map((row) => row.jumlah);
    const owedAmounts = rows
      .filter(({ status }) => status === payments.unpaid)
      .map((row) => states.find(({ id }) => id === row.user_id)?.jumlah);
    same(`${name} amounts of the unpaid`, shownAmounts, owedAmounts);
    if (blok === undefined) {
      const figures = (await admin.call(getMonthlyFigures, { query: { bulan: monthKey({ tahun, bulan }) } }))
        .body.data;
      const charged = inOne('lunas', 'menunggu', 'tunggakan', 'berjalan').length;
      same(`${name} laporan-singkat`, [figures.lunas, figures.wajib], [counts.dikonfirmasi, charged]);
    }
  }
}

async function compareArrears({ ketua, admin, koordinator }: Readers, { same, now, accounts }: Known) {
  for (const blok of [undefined, 'A']) {
    const list = (await admin.call(listArrears, { query: { blok } })).body.data;
    const wanted = accounts.filter(within(blok)).filter(({ dues }) => dues.tunggakan.length > 0);
    const brief = (id: number, { tunggakan }: OwnDues) => [
      id,
      tunggakan.length,
      amountOf(tunggakan),
      monthKey(tunggakan[0] ?? now),
    ];
    const byId = (a: readonly unknown[], b: readonly unknown[]) => Number(a[0]) - Number(b[0]);
    same(
      `tunggakan ${blok}`,
      list.map(({ user_id, bulan, jumlah, sejak }) => [user_id, bulan, jumlah, sejak]).toSorted(byId),
      wanted.map(({ id, dues }) => brief(id, dues)),
    );
    const { perUmur, ...all } = (await admin.call(countArrears, { query: { blok } })).body.data;
    same(`tunggakan/jumlah ${blok}`, all, {
      banyak: list.length,
      bulan: sumOf(list, 'bulan'),
      jumlah: amountOf(list),
    });
    same(
      `tunggakan/jumlah ${blok} by age`,
      perUmur,
      perUmur.map(({ umur }) => {
        const own = list.filter((row) => row.umur === umur);
        return { umur, banyak: own.length, jumlah: amountOf(own) };
      }),
    );
    const rows = (await admin.call(exportArrears, { query: { blok } })).body.data;
    same(
      `tunggakan export ${blok}`,
      rows,
      list.map(({ nama, blok: house, no_hp, bulan, jumlah, sejak, umur }) => ({
        nama,
        blok: house,
        no_hp,
        bulan,
        jumlah,
        sejak: formatMonth(monthOf(sejak)),
        umur: arrearsAges[umur].label,
      })),
    );
    if (blok === undefined) {
      const report = (await ketua.call(getLpj, { query: { dari: monthKey(now), sampai: monthKey(now) } }))
        .body.data;
      same(
        'LPJ tunggakan',
        report.filter(({ bagian }) => bagian === 'tunggakan').map(({ banyak }) => banyak),
        perUmur.map(({ banyak }) => banyak),
      );
    } else if (blok === blockLetter(koordinator.blok))
      same('tunggakan of the block', (await koordinator.call(listArrears)).body.data, list);
  }
}

async function compareRounds({ admin }: Readers, { same, now, accounts, live }: Known) {
  for (const blok of new Set(accounts.flatMap((one) => blockLetter(one.blok) ?? []))) {
    const { rumah } = (await admin.call(getRound, { query: { blok } })).body.data;
    const houses = accounts.filter((one) => one.isActive && blockLetter(one.blok) === blok);
    same(
      `keliling ${blok}`,
      rumah.map(({ user_id }) => user_id).toSorted((a, b) => a - b),
      houses.map(({ id }) => id),
    );
    for (const { user_id, bulan, menunggu } of rumah) {
      const { tunggakan = [], terbuka = [] } = accounts.find(({ id }) => id === user_id)?.dues ?? {};
      same(`keliling ${user_id}`, bulan, [
        ...tunggakan,
        ...terbuka.filter((month) => monthKey(month) === monthKey(now)),
      ]);
      const waiting = live.filter((row) => row.user_id === user_id && row.status === payments.waiting);
      same(`keliling ${user_id} waiting`, menunggu, amountOf(waiting));
    }
  }
}
