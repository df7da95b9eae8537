/** Hand-overs, bank lines, waivers and proposals: lists, counts and reports show the same of each. */
import { amountOf } from '../../contract/amount-of.ts';
import { listApprovals } from '../../contract/approvals.ts';
import { listClosings } from '../../contract/closings.ts';
import { adminDashboard, ketuaDashboard, wargaDashboard } from '../../contract/dashboard.ts';
import { monthKey } from '../../contract/format.ts';
import { listHandovers } from '../../contract/handovers.ts';
import { getLpj, type LpjSection } from '../../contract/lpj.ts';
import { waivedLabels } from '../../contract/owed.ts';
import { listMoneyAccounts } from '../../contract/places.ts';
import { getRound } from '../../contract/rounds.ts';
import { lineStatuses } from '../../contract/statement-audit.ts';
import { getStatementRadar, listStatementLines } from '../../contract/statements.ts';
import { listWaivers, waiverReasonLabels } from '../../contract/waivers.ts';
import type { TestApp } from './app.ts';
import { allEntries, kindOf, type Readers, sumOf } from './book-agreement.ts';
import type { Known } from './dues-agreement.ts';

export async function compareWork(app: TestApp, readers: Readers, known: Known): Promise<void> {
  await compareHandovers(app, readers, known);
  await compareLines(readers, known);
  await compareProposals(readers, known);
  await compareReports(app, readers, known);
}

const byText = (a: readonly unknown[], b: readonly unknown[]) => String(a).localeCompare(String(b));

async function compareHandovers(
  { context }: TestApp,
  { ketua, admin, koordinator }: Readers,
  { same }: Known,
) {
  const entries = await allEntries(admin);
  const { data } = (await admin.call(listHandovers)).body;
  const { saldo, setoran } = (await koordinator.call(getRound)).body.data;
  const holders = await context.db
    .selectFrom('akun')
    .select(['id', 'pemegang_id'])
    .where('pemegang_id', 'is not', null)
    .execute();
  for (const { id, pemegang_id } of holders) {
    const own = entries.filter(({ akun_id }) => akun_id === id);
    const listed = (await admin.call(listMoneyAccounts)).body.data.find((account) => account.id === id);
    same(`cash of account ${id}`, listed?.saldo, amountOf(own));
    if (pemegang_id === koordinator.id) same('cash in hand', saldo, amountOf(own));
    const accepted = data.filter(({ akun_id, status }) => akun_id === id && status === 'diterima');
    const moved = own.filter((entry) => kindOf(entry, entries) === 'pindah');
    same(`hand-overs of account ${id}`, sumOf(accepted, 'dihitung'), 0 - amountOf(moved));
  }
  const plain = (all: typeof data) => all.map(({ halangan: _, ...handover }) => handover);
  const own = (await koordinator.call(listHandovers)).body.data;
  const listed = plain(data).filter(({ dari_id }) => dari_id === koordinator.id);
  same('setoran of the coordinator', plain(own), listed);
  same('setoran for ketua', plain((await ketua.call(listHandovers)).body.data), plain(data));
  same('keliling setoran', setoran, own.find(({ status }) => status === 'menunggu') ?? null);
}

async function compareLines({ ketua, admin }: Readers, { same }: Known) {
  const { data } = (await admin.call(listStatementLines)).body;
  same('mutasi for ketua', (await ketua.call(listStatementLines)).body.data, data);
  const byId = (rows: typeof data) => rows.toSorted((a, b) => a.id - b.id);
  for (const status of lineStatuses) {
    const query = { status };
    const rows = (await admin.call(listStatementLines, { query })).body.data;
    same(`mutasi ${status}`, byId(rows), byId(data.filter((line) => line.status === status)));
  }
  for (const { id, status, jumlah, biaya, pembayaran, sisa } of data)
    same(`mutasi ${id} rest`, sisa, status === 'terbuka' ? jumlah + biaya - amountOf(pembayaran) : 0);
  const open = data.filter(({ status, jumlah }) => status === 'terbuka' && jumlah > 0);
  const { tanpa_bukti } = (await admin.call(getStatementRadar)).body.data;
  same('radar tanpa_bukti', tanpa_bukti, { banyak: open.length, jumlah: sumOf(open, 'sisa') });
}

/** Proposals that wait for the reader, in the dashboard and in the list. */
async function compareProposals({ ketua, admin, warga: auditor }: Readers, { same }: Known) {
  const counts = [
    [ketua, (await ketua.call(ketuaDashboard)).body.data.persetujuanPending],
    [admin, (await admin.call(adminDashboard)).body.data.persetujuanPending],
    [auditor, (await auditor.call(wargaDashboard)).body.data.persetujuanPending],
  ] as const;
  for (const [reader, count] of counts) {
    const { data } = (await reader.call(listApprovals, { query: { status: 'menunggu' } })).body;
    const own = data.filter(
      ({ halangan, diajukan_oleh }) => halangan === null && diajukan_oleh !== reader.id,
    );
    same(`persetujuanPending of ${reader.nama}`, count, own.length);
  }
}

/** What the LPJ says besides sums of the book. */
async function compareReports({ context }: TestApp, { admin }: Readers, { same, now, accounts }: Known) {
  const entries = await allEntries(admin);
  const waivers = await context.db
    .selectFrom('pembebasan')
    .select(['user_id', 'tahun', 'bulan', 'jenis', 'sebab', 'jumlah', 'tanggal'])
    .where('akhir_id', 'is', null)
    .execute();
  for (const user_id of new Set(waivers.map((waiver) => waiver.user_id))) {
    const own = waivers.filter((waiver) => waiver.user_id === user_id);
    const brief = (rows: readonly Pick<(typeof own)[number], 'tahun' | 'bulan' | 'jumlah'>[]) =>
      rows.map(({ tahun, bulan, jumlah }) => [monthKey({ tahun, bulan }), jumlah]).toSorted(byText);
    const listed = (await admin.call(listWaivers, { params: { userId: user_id } })).body.data;
    same(`pembebasan of ${user_id}`, brief(listed), brief(own));
    const states = accounts.find(({ id }) => id === user_id)?.dues.bulanan ?? [];
    for (const { tahun, bulan, jenis } of own) {
      const { status = jenis } = (tahun === now.tahun && states[bulan - 1]) || {};
      same(`${monthKey({ tahun, bulan })} of ${user_id}`, ['bebas', jenis].includes(status), true);
    }
  }
  const { data: closings } = (await admin.call(listClosings)).body;
  const months = new Set([...entries, ...waivers].map(({ tanggal }) => tanggal.slice(0, 7)));
  const years = new Set([...months, monthKey(now)].map((month) => month.slice(0, 4)));
  const spans = [
    ...[...months].map((month) => [month, month] as const),
    ...[...years].map((year) => [`${year}-01`, `${year}-12`] as const),
  ];
  for (const [dari, sampai] of spans) {
    const { data } = (await admin.call(getLpj, { query: { dari, sampai } })).body;
    const of = (section: LpjSection) => data.filter(({ bagian }) => bagian === section);
    const isIn = ({ tanggal }: { tanggal: string }) =>
      tanggal.slice(0, 7) >= dari && tanggal.slice(0, 7) <= sampai;
    const name = `LPJ ${dari} ${sampai}`;
    const byReason = Map.groupBy(waivers.filter(isIn), ({ sebab }) => sebab);
    same(
      `${name} pembebasan`,
      of('pembebasan')
        .map(({ uraian, banyak, jumlah }) => [uraian, banyak, jumlah])
        .toSorted(byText),
      [...byReason]
        .map(([sebab, rows]) => {
          const houses = new Set(rows.map(({ user_id }) => user_id)).size;
          const label = sebab === null ? waivedLabels.sistem_lama : waiverReasonLabels[sebab];
          const uraian = `${label}: ${houses} rumah, ${rows.length} bulan`;
          return [uraian, houses, sebab === null ? null : amountOf(rows)];
        })
        .toSorted(byText),
    );
    const reversals = entries.filter((entry) => entry.membatalkan !== null && isIn(entry));
    same(
      `${name} pembatalan`,
      of('pembatalan').map(({ tanggal, jumlah }) => [tanggal, jumlah]),
      reversals.toSorted((a, b) => a.nomor - b.nomor).map(({ tanggal, jumlah }) => [tanggal, jumlah]),
    );
    same(
      `${name} penutupan`,
      of('penutupan').length,
      closings.filter(({ bulan }) => bulan >= dari && bulan <= sampai).length,
    );
  }
}
