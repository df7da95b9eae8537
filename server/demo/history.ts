/** Audit entries of payments and expenses, and recent notifications, as the app would have written them. */
import type { Insertable } from 'kysely';
import { complaintStatusLabels } from '../../contract/complaints.ts';
import { notificationTitles } from '../../contract/events.ts';
import { formatMonth, formatRupiah } from '../../contract/format.ts';
import type { ReadableRow } from '../database/audit-leaf.ts';
import type { Schema } from '../database/schema.ts';
import type { Calendar } from './calendar.ts';
import type { Estate } from './estate.ts';
import type { Person } from './people.ts';
import type { Ids } from './store-estate.ts';

const day = 24 * 60 * 60 * 1_000;
const rememberedDays = 60;
const unreadDays = 2;

type News = 'new-post' | 'new-payment' | 'new-aduan';

export function notificationRows(
  { people, payments, complaints, posts }: Estate,
  ids: Ids,
  { now }: Calendar,
) {
  const rows: Insertable<Schema['notifications']>[] = [];
  const add = (
    to: Person,
    at: Date,
    told: Pick<Schema['notifications'], 'jenis' | 'judul' | 'pesan' | 'halaman'>,
  ) => {
    const age = now.getTime() - at.getTime();
    if (age > rememberedDays * day) return;
    const dibaca = age > unreadDays * day ? 1 : 0;
    rows.push({ user_id: ids.person(to), ...told, dibaca, tanggal: at.toISOString() });
  };
  const news = (
    by: Person,
    at: Date,
    told: Pick<Schema['notifications'], 'pesan' | 'halaman'> & { jenis: News },
  ) => {
    if (by !== people.ketua) add(people.ketua, at, { judul: notificationTitles[told.jenis], ...told });
  };
  for (const { payer, uploaded, decided, status, catatan, proof, jumlah, ...period } of payments) {
    const month = formatMonth(period);
    if (proof === 'transfer') {
      const pesan = `${payer.nama} mengirim bukti pembayaran ${month}.`;
      news(payer, uploaded, { jenis: 'new-payment', pesan, halaman: 'verify-payments' });
    }
    if (!decided) continue;
    const confirmed = status === 'dikonfirmasi';
    const message = confirmed
      ? `Pembayaran ${month} sebesar ${formatRupiah(jumlah)} telah dikonfirmasi.`
      : `Pembayaran ${month} ditolak. Silakan kirim ulang bukti transfer.`;
    const judul = notificationTitles[confirmed ? 'payment-confirmed' : 'payment-rejected'];
    const pesan = catatan ? `${message} Catatan: ${catatan}` : message;
    add(payer, decided, { jenis: 'payment-confirmed', judul, pesan, halaman: 'payments' });
  }
  for (const { by, at, judul, status, answeredAt } of complaints) {
    const pesan = `${by.nama} mengirim aduan "${judul}".`;
    news(by, at, { jenis: 'new-aduan', pesan, halaman: 'aduan-warga' });
    if (!answeredAt) continue;
    add(by, answeredAt, {
      jenis: 'aduan-updated',
      judul: notificationTitles['aduan-updated'],
      pesan: `Aduan "${judul}" kini berstatus ${complaintStatusLabels[status]}.`,
      halaman: 'aduan-saya',
    });
  }
  for (const { by, at } of posts) {
    const pesan = `${by.nama} membuat postingan baru.`;
    news(by, at, { jenis: 'new-post', pesan, halaman: 'info-warga' });
  }
  return rows.toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1));
}

type Told = Pick<ReadableRow, 'aksi' | 'entitas' | 'entitas_id' | 'sesudah'> &
  Partial<Pick<ReadableRow, 'sebelum'>>;

export function auditRows({ payments, expenses, income }: Estate, ids: Ids): ReadableRow[] {
  const rows: ReadableRow[] = [];
  const add = (by: Person, at: Date, row: Told) =>
    rows.push({
      tanggal: at.toISOString(),
      user_id: ids.person(by),
      nama: by.nama,
      sebelum: null,
      ...row,
    });
  for (const [index, payment] of payments.entries()) {
    const { payer, reviewer, uploaded, decided, proof, status, catatan, ...shown } = payment;
    const about = { entitas: 'payments', entitas_id: ids.payments[index] ?? null } as const;
    const state = { user_id: ids.person(payer), ...shown };
    if (reviewer && proof !== 'transfer') {
      add(reviewer, uploaded, { aksi: 'payment.recorded', ...about, sesudah: { ...state, status } });
      continue;
    }
    const waiting = 'menunggu_konfirmasi';
    add(payer, uploaded, { aksi: 'payment.uploaded', ...about, sesudah: { ...state, status: waiting } });
    if (!reviewer || !decided) continue;
    add(reviewer, decided, {
      aksi: status === 'dikonfirmasi' ? 'payment.confirmed' : 'payment.rejected',
      ...about,
      sebelum: { status: waiting, catatan: null },
      sesudah: { status, catatan, jumlah: shown.jumlah },
    });
  }
  for (const [index, { by, created, used: _used, scene: _scene, ...sesudah }] of expenses.entries()) {
    const entitas_id = ids.expenses[index] ?? null;
    add(by, created, { aksi: 'expense.added', entitas: 'expenses', entitas_id, sesudah });
  }
  for (const [index, { by, received, ...sesudah }] of income.entries()) {
    const entitas_id = ids.income[index] ?? null;
    add(by, received, { aksi: 'income.added', entitas: 'penerimaan', entitas_id, sesudah });
  }
  return rows.toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1));
}
