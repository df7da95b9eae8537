/** What people read of their own dues, and the badge of the running month, beside what staff read. */
import { getOwnDues, getPayerDues, type PayerDues } from '../../contract/arrears.ts';
import { wargaDashboard } from '../../contract/dashboard.ts';
import { monthIn, monthKey } from '../../contract/format.ts';
import { unchargedLabel, waivedLabels, type YearState } from '../../contract/owed.ts';
import * as payments from '../../contract/payments.ts';
import { listResidents } from '../../contract/residents.ts';
import type { TestApp } from './app.ts';
import { type Readers, type Same } from './book-agreement.ts';
import { byStatus, type Known } from './dues-agreement.ts';
import type { Person } from './people.ts';

const zone = 'Asia/Jakarta';

const yearLabels: Record<YearState, readonly string[]> = {
  lunas: [payments.statusLabels.dikonfirmasi],
  menunggu: [payments.statusLabels.menunggu_konfirmasi],
  tunggakan: [payments.statusLabels.belum_bayar, payments.statusLabels.ditolak],
  berjalan: [payments.statusLabels.belum_bayar, payments.statusLabels.ditolak],
  dibebaskan: [waivedLabels.dibebaskan],
  sistem_lama: [waivedLabels.sistem_lama],
  bebas: [unchargedLabel],
  nanti: [payments.statusLabels.belum_bayar, payments.statusLabels.ditolak],
};

export async function comparePeople(app: TestApp, known: Known): Promise<void> {
  for (const { id, isActive, dues } of known.accounts) {
    const person = app.people.find((one) => one.id === id);
    if (person && isActive) await compareOwn(person, dues, known);
  }
}

async function compareOwn(
  person: Person,
  { terbuka, halangan: _, ...dues }: PayerDues,
  { same, now, live }: Known,
) {
  const isWarga = person.jenis === 'warga';
  const { status, body } = await person.call(getOwnDues);
  if (status === 401) return; // the session ended when the account was deactivated
  const own = body.data;
  same(`saya ${person.nama}`, own, dues);
  same(
    `terbuka ${person.nama}`,
    terbuka.filter((month) => monthKey(month) < monthKey(now)),
    [],
  );
  const list = isWarga ? payments.listOwnPaymentsWarga : payments.listOwnPayments;
  const rows = (await person.call(list, { params: { userId: person.id } })).body.data;
  same(
    `payments of ${person.nama}`,
    rows.map(({ id }) => id),
    live.filter(({ user_id }) => user_id === person.id).map(({ id }) => id),
  );
  const file = isWarga ? payments.exportOwnPaymentsWarga : payments.exportOwnPayments;
  const exported = (await person.call(file, { params: { year: now.tahun } })).body.data;
  for (const [at, { status: state, jumlah }] of own.bulanan.entries()) {
    const row = exported[at];
    same(
      `export of ${person.nama} ${at + 1}`,
      yearLabels[state].includes(row?.status ?? '') ? state : row?.status,
      state,
    );
    if (state === 'lunas' || state === 'menunggu')
      same(`export of ${person.nama} ${at + 1}`, row?.jumlah, jumlah);
  }
  if (!isWarga) return;
  const page = (await person.call(wargaDashboard)).body.data;
  same(`dashboard of ${person.nama}`, page.iuran, own);
  const counts = ['dikonfirmasi', 'menunggu_konfirmasi', 'ditolak'].map((status) => byStatus(rows, status));
  same(
    `dashboard counts of ${person.nama}`,
    [page.lunas, page.menunggu, page.ditolak, page.totalPembayaran],
    [...counts, rows.length],
  );
}

/** The badge of the running month in the list of residents. */
export async function compareBadges({ admin }: Readers, app: TestApp, same: Same): Promise<void> {
  const now = monthIn(zone, app.clock.now);
  const shows: Record<string, YearState[]> = {
    dikonfirmasi: ['lunas'],
    menunggu_konfirmasi: ['menunggu'],
    belum_bayar: ['berjalan'],
    ditolak: ['berjalan'],
    dibebaskan: ['dibebaskan'],
    sistem_lama: ['sistem_lama'],
    tidak_ditagih: ['bebas'],
  };
  for (const { id, nama, status, status_bulan_ini } of (await admin.call(listResidents)).body.data) {
    if (status !== 'active') continue;
    const { bulanan } = (await admin.call(getPayerDues, { params: { userId: id } })).body.data;
    const state = bulanan[now.bulan - 1]?.status ?? 'bebas';
    same(
      `badge of ${nama}: ${status_bulan_ini}`,
      shows[status_bulan_ini]?.includes(state) ? state : status_bulan_ini,
      state,
    );
  }
}
