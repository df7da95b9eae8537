import { amountOf } from '../../../contract/amount-of.ts';
import { entryKindLabels, openingKind } from '../../../contract/cash-book.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import { dateIn, formatCount, formatMonth, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import { closingLabel, type LpjRow, type LpjSection, sectionLabels } from '../../../contract/lpj.ts';
import { arrearsAges, waivedLabels } from '../../../contract/owed.ts';
import type { Scope } from '../../../contract/policy.ts';
import { waiverReasonLabels } from '../../../contract/waivers.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import { countArrears } from '../arrears/queries.ts';
import { sumsWithin } from '../cash-book/queries.ts';
import { listVersions } from '../closings/queries.ts';
import { nextMonth } from '../closings/rules.ts';
import { type LogHead, signedHead } from '../log/find-head.ts';
import { listPlaces, sumsBefore } from '../places/queries.ts';
import { countWaivers } from '../waivers/queries.ts';
import * as queries from './queries.ts';

type Cells = Partial<Pick<LpjRow, 'tanggal' | 'banyak' | 'jumlah' | 'total'>>;

const row = (bagian: LpjSection, uraian: string, cells: Cells): LpjRow => ({
  bagian,
  judul_bagian: sectionLabels[bagian],
  uraian,
  tanggal: null,
  banyak: null,
  jumlah: null,
  total: false,
  ...cells,
});

/** Names of the kinds of income and spending; others have their category. */
const kindNames: Partial<Record<string, string>> = { iuran: 'Iuran warga', selisih: 'Selisih hitungan uang' };

interface Kind {
  jenis: string;
  kategori: string;
}

const shownName = ({ jenis, kategori }: Kind) => kindNames[jenis] ?? categoryTitle(kategori || jenis);

/** The dues first, then by name. */
const asShown = (a: Kind, b: Kind) =>
  Number(b.jenis === 'iuran') - Number(a.jenis === 'iuran') || shownName(a).localeCompare(shownName(b), 'id');

interface Options {
  /** In the estate's calendar. */
  today: string;
  timeZone: string;
}

/** All sections, from the same sums as the cash book. */
export async function writeReport(
  context: Context,
  scope: Scope,
  months: queries.Months,
  options: Options,
): Promise<LpjRow[]> {
  const { db } = context;
  const closings = await queries.listClosings(db, months);
  return [
    ...(await moneySections(db, months, closingLabel(months.sampai, options.today))),
    ...(await arrears(db, scope, months.sampai, options)),
    ...(await waived(db, months)),
    ...(await reversals(db, months)),
    ...(await withoutProof(db, months)),
    ...closings.map((one) =>
      row(
        'penutupan',
        `${formatMonth(monthOf(one.bulan))}: disusun ${one.disusun_oleh_nama}, disetujui ${one.disetujui_oleh_nama}`,
        { tanggal: dateIn(options.timeZone, new Date(one.ditutup_pada)) },
      ),
    ),
    ...(await unclosed(db, months, options)),
    ...(await notes(db, closings, options)),
    headRow(await signedHead(context)),
  ];
}

/** Who signs a report must know which of its figures can still change. */
async function unclosed(db: Db, { dari, sampai }: queries.Months, { today }: Options): Promise<LpjRow[]> {
  const next = await nextMonth(db);
  const present = monthKey(monthOf(today));
  const [first, last] = [next !== null && next > dari ? next : dari, sampai < present ? sampai : present];
  if (next === null || first > last) return [];
  const months = [...new Set([first, last])].map((month) => formatMonth(monthOf(month)));
  return [row('belum-ditutup', `${months.join(' sampai ')}: angkanya masih dapat berubah`, {})];
}

/** What was found wrong later in closed months, with both names. */
async function notes(
  db: Db,
  closings: readonly { id: number; bulan: string }[],
  { timeZone }: Options,
): Promise<LpjRow[]> {
  const versions = await listVersions(
    db,
    closings.map(({ id }) => id),
  );
  return closings.flatMap(({ id, bulan }) =>
    versions
      .filter(({ tutup_buku_id }) => tutup_buku_id === id)
      .map((one) => {
        const entry = one.nomor === null ? '' : `transaksi nomor ${one.nomor}; `;
        const names = `disusun ${one.disusun_oleh_nama}, disetujui ${one.disetujui_oleh_nama}`;
        return row(
          'catatan',
          `${formatMonth(monthOf(bulan))}, versi ${one.versi}: ${one.penjelasan} (${entry}${names})`,
          { tanggal: dateIn(timeZone, new Date(one.disetujui_pada)) },
        );
      }),
  );
}

async function reversals(db: Db, months: queries.Months): Promise<LpjRow[]> {
  const rows = await queries.listReversals(db, months);
  return [
    ...rows.map(({ nomor, asal, jenis_asal, tanggal_asal, keterangan, alasan, ...cells }) =>
      row(
        'pembatalan',
        `Nomor ${nomor} membatalkan nomor ${asal}, ${keterangan || entryKindLabels[jenis_asal]} (${formatMonth(monthOf(tanggal_asal))}): ${alasan}`,
        cells,
      ),
    ),
    ...(await rest('pembatalan', rows, () => queries.sumReversals(db, months))),
  ];
}

async function withoutProof(db: Db, months: queries.Months): Promise<LpjRow[]> {
  const rows = (await queries.listWithoutProof(db, months)).map(({ nomor, judul, saksi, tanggal, jumlah }) =>
    row('tanpa-bukti', `Nomor ${nomor}: ${judul}${saksi ? `, saksi ${saksi}` : ''}`, {
      tanggal,
      jumlah: -jumlah,
    }),
  );
  const sum = async () => {
    const { banyak, jumlah } = await queries.sumWithoutProof(db, months);
    return { banyak, jumlah: -jumlah };
  };
  return [...rows, ...(await rest('tanpa-bukti', rows, sum))];
}

/** How many a list leaves out, and their sum. */
async function rest(
  bagian: LpjSection,
  listed: readonly { jumlah: number | null }[],
  sumAll: () => Promise<{ banyak: number; jumlah: number }>,
): Promise<LpjRow[]> {
  if (listed.length < queries.most) return [];
  const all = await sumAll();
  const banyak = all.banyak - listed.length;
  if (banyak === 0) return [];
  const uraian = `${formatCount(banyak)} lainnya tidak dimuat di sini; laporan per bulan memuatnya`;
  const jumlah = listed.reduce((left, one) => left - (one.jumlah ?? 0), all.jumlah);
  return [row(bagian, uraian, { banyak, jumlah })];
}

/** What anybody can compare with the log later. */
const headRow = ({ asal, ukuran, kepala }: LogHead) =>
  row('log', `${kepala} (${asal}, ukuran ${ukuran})`, {});

/** Balance before, income, spending and balance after. */
export async function moneySections(
  db: Db,
  months: queries.Months,
  akhir: string = sectionLabels.akhir,
): Promise<LpjRow[]> {
  const before = await sumsBefore(db, `${months.dari}-01`);
  const within = await sumsWithin(db, months);
  const opened = amountOf(within.filter(({ jenis }) => jenis === openingKind));
  const all = [...before, ...within];
  const part = (bagian: 'pemasukan' | 'pengeluaran', sign: 1 | -1) => {
    const own = within.filter(({ side }) => side === bagian);
    const kinds = Map.groupBy(own, ({ jenis, kategori }) => `${jenis} ${kategori}`);
    const lines = [...kinds.values()].flatMap((sums) =>
      sums.slice(0, 1).map((kind) => ({ ...kind, jumlah: sign * amountOf(sums) })),
    );
    return [
      ...lines.toSorted(asShown).map((line) => row(bagian, shownName(line), { jumlah: line.jumlah })),
      row(bagian, `Jumlah ${bagian}`, { jumlah: own.length === 0 ? 0 : sign * amountOf(own), total: true }),
    ];
  };
  const [akun, dana] = await listPlaces(db);
  const places = (
    bagian: 'rekening' | 'dana',
    list: typeof dana,
    placeOf: (placed: (typeof before)[number]) => number,
  ) =>
    list.length < 2
      ? []
      : list.map(({ id, nama }) =>
          row(bagian, nama, { jumlah: amountOf(all.filter((placed) => placeOf(placed) === id)) }),
        );
  const isLater = opened !== 0 && before.length > 0;
  return [
    ...(isLater
      ? [
          row('awal', `Saldo akhir ${formatMonth(shiftMonth(monthOf(months.dari), -1))}`, {
            jumlah: amountOf(before),
          }),
          row('awal', 'Saldo awal yang dicatat atau dibatalkan kemudian', { jumlah: opened }),
        ]
      : []),
    row('awal', `Saldo awal ${formatMonth(monthOf(months.dari))}`, {
      jumlah: amountOf(before) + opened,
      total: true,
    }),
    ...part('pemasukan', 1),
    ...part('pengeluaran', -1),
    row('akhir', akhir, { jumlah: amountOf(all), total: true }),
    ...places('rekening', akun, ({ akun_id }) => akun_id),
    ...places('dana', dana, ({ dana_id }) => dana_id),
  ];
}

/** Waivers that these months granted and that still hold; nobody is named. */
async function waived(db: Db, months: queries.Months): Promise<LpjRow[]> {
  return (await countWaivers(db, months)).map(({ sebab, rumah, bulan, jumlah }) =>
    sebab === null
      ? row('pembebasan', `${waivedLabels.sistem_lama}: ${rumah} rumah, ${bulan} bulan`, { banyak: rumah })
      : row('pembebasan', `${waiverReasonLabels[sebab]}: ${rumah} rumah, ${bulan} bulan`, {
          banyak: rumah,
          jumlah,
        }),
  );
}

/** Overdue months up to the end of the report, as known today; the running month is not overdue. */
async function arrears(
  db: Db,
  scope: Scope,
  sampai: string,
  { today, timeZone }: Options,
): Promise<LpjRow[]> {
  const next = shiftMonth(monthOf(sampai), 1);
  const present = monthOf(today);
  const now = monthKey(next) > monthKey(present) ? present : next;
  const { perUmur } = await countArrears(db, scope, { now, timeZone });
  return perUmur.map(({ umur, banyak }) => row('tunggakan', arrearsAges[umur].label, { banyak }));
}
