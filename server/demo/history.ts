/** Audit entries of payments and expenses, and recent notifications, as the app would have written them. */
import type { Insertable } from 'kysely';
import { complaintStatusLabels } from '../../contract/complaints.ts';
import { type NotificationKind, notificationTitles } from '../../contract/events.ts';
import { formatMonth, formatRupiah } from '../../contract/format.ts';
import type { ReadableRow } from '../database/audit-leaf.ts';
import type { Notifications } from '../database/notification-schema.ts';
import type { AuditRecord } from '../database/write.ts';
import type { Calendar } from './calendar.ts';
import type { Estate } from './estate.ts';
import type { Person } from './people.ts';
import type { Ids } from './store-estate.ts';

const day = 24 * 60 * 60 * 1_000;
const rememberedDays = 60;
const unreadDays = 2;

export function notificationRows(
  { people, payments, complaints, posts }: Estate,
  ids: Ids,
  { now }: Calendar,
) {
  const rows: Insertable<Notifications>[] = [];
  const add = (
    to: Person,
    at: Date,
    jenis: NotificationKind,
    judul: string,
    pesan: string,
    halaman: string,
  ) => {
    const age = now.getTime() - at.getTime();
    if (age > rememberedDays * day) return;
    const dibaca = age > unreadDays * day ? 1 : 0;
    rows.push({ user_id: ids.person(to), jenis, judul, pesan, halaman, dibaca, tanggal: at.toISOString() });
  };
  const news = (
    by: Person,
    at: Date,
    jenis: 'new-post' | 'new-payment' | 'new-aduan',
    pesan: string,
    halaman: string,
  ) => {
    if (by !== people.ketua) add(people.ketua, at, jenis, notificationTitles[jenis], pesan, halaman);
  };
  for (const { payer, uploaded, decided, status, catatan, proof, jumlah, ...period } of payments) {
    const month = formatMonth(period);
    if (proof === 'transfer') {
      news(
        payer,
        uploaded,
        'new-payment',
        `${payer.nama} mengunggah bukti pembayaran ${month}.`,
        'pembayaran-warga',
      );
    }
    if (!decided) continue;
    const confirmed = status === 'dikonfirmasi';
    const message = confirmed
      ? `Pembayaran ${month} sebesar ${formatRupiah(jumlah)} telah dikonfirmasi.`
      : `Pembayaran ${month} ditolak. Silakan unggah ulang bukti transfer.`;
    const judul = notificationTitles[confirmed ? 'payment-confirmed' : 'payment-rejected'];
    add(
      payer,
      decided,
      'payment-confirmed',
      judul,
      catatan ? `${message} Catatan: ${catatan}` : message,
      'payments',
    );
  }
  for (const { by, at, judul, status, answeredAt } of complaints) {
    news(by, at, 'new-aduan', `${by.nama} mengirim aduan "${judul}".`, 'aduan-warga');
    if (!answeredAt) continue;
    const pesan = `Aduan "${judul}" kini berstatus ${complaintStatusLabels[status]}.`;
    add(by, answeredAt, 'aduan-updated', notificationTitles['aduan-updated'], pesan, 'aduan-saya');
  }
  for (const { by, at } of posts)
    news(by, at, 'new-post', `${by.nama} membuat postingan baru.`, 'info-warga');
  return rows.toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1));
}

export function auditRows({ payments, expenses, income }: Estate, ids: Ids): ReadableRow[] {
  const rows: ReadableRow[] = [];
  const add = (
    by: Person,
    at: Date,
    row: Pick<AuditRecord, 'aksi' | 'entitas' | 'entitas_id'>,
    before: ReadableRow['sebelum'],
    after: ReadableRow['sesudah'],
  ) => {
    rows.push({
      ...row,
      tanggal: at.toISOString(),
      user_id: ids.person(by),
      nama: by.nama,
      sebelum: before,
      sesudah: after,
    });
  };
  for (const [index, payment] of payments.entries()) {
    const {
      payer,
      reviewer,
      uploaded,
      decided,
      status,
      catatan,
      jumlah,
      tahun,
      bulan,
      bukti_transfer,
      referensi,
      keterangan,
    } = payment;
    const about = { entitas: 'payments' as const, entitas_id: ids.payments[index] ?? null };
    const shown = { bukti_transfer, referensi, keterangan };
    const state = { user_id: ids.person(payer), tahun, bulan, jumlah, ...shown };
    if (reviewer && payment.proof !== 'transfer') {
      add(reviewer, uploaded, { aksi: 'payment.recorded', ...about }, null, { ...state, status });
      continue;
    }
    const waiting = 'menunggu_konfirmasi';
    add(payer, uploaded, { aksi: 'payment.uploaded', ...about }, null, { ...state, status: waiting });
    if (!reviewer || !decided) continue;
    const aksi = status === 'dikonfirmasi' ? 'payment.confirmed' : 'payment.rejected';
    add(
      reviewer,
      decided,
      { aksi, ...about },
      { status: waiting, catatan: null },
      { status, catatan, jumlah },
    );
  }
  for (const [index, { by, created, used: _used, scene: _scene, ...expense }] of expenses.entries()) {
    add(
      by,
      created,
      { aksi: 'expense.added', entitas: 'expenses', entitas_id: ids.expenses[index] ?? null },
      null,
      expense,
    );
  }
  for (const [index, { by, received, ...entered }] of income.entries()) {
    const entitas_id = ids.income[index] ?? null;
    add(by, received, { aksi: 'income.added', entitas: 'penerimaan', entitas_id }, null, entered);
  }
  return rows.toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1));
}
