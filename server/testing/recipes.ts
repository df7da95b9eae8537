/** Valid input per endpoint for policy.test.ts. A new endpoint needs a recipe here and a row there. */
import * as audit from '../../contract/audit.ts';
import * as auditors from '../../contract/auditors.ts';
import * as auth from '../../contract/auth.ts';
import * as backup from '../../contract/backup.ts';
import * as cashBook from '../../contract/cash-book.ts';
import * as complaints from '../../contract/complaints.ts';
import * as dashboard from '../../contract/dashboard.ts';
import * as documents from '../../contract/documents.ts';
import * as erasure from '../../contract/erasure.ts';
import * as expenses from '../../contract/expenses.ts';
import * as notifications from '../../contract/notifications.ts';
import * as officers from '../../contract/officers.ts';
import * as payments from '../../contract/payments.ts';
import * as posts from '../../contract/posts.ts';
import * as profile from '../../contract/profile.ts';
import * as receipts from '../../contract/receipts.ts';
import * as reports from '../../contract/reports.ts';
import * as residents from '../../contract/residents.ts';
import * as settings from '../../contract/settings.ts';
import { insertRow } from '../database/insert-row.ts';
import type { TestApp } from './app.ts';
import { bookRecipes } from './book-recipes.ts';
import { cashRecipes } from './cash-recipes.ts';
import { logRecipes } from './log-recipes.ts';
import { newsRecipes } from './news-recipes.ts';
import { type Person, password } from './people.ts';
import { photo } from './pictures.ts';
import { about, plain, type Recipe, showing } from './recipe.ts';
import { statementRecipes } from './statement-recipes.ts';
import { waiverRecipes } from './waiver-recipes.ts';

const pdf = () =>
  new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'surat.pdf');
const year = 2026;
const month = 7;
const period = { tahun: year, bulan: month };

export function makeRecipes({ as, context, given }: TestApp): Recipe[] {
  let count = 0;
  /** For values that must be unique. */
  const next = () => (count += 1);
  const account = () => ({
    nama: `Baru ${next()}`,
    email: `baru.${next()}@contoh.id`,
    password: 'mangga-muda-7',
  });

  const insert = (table: 'complaints' | 'posts', values: object): Promise<number> =>
    context.write('system', (tx) => insertRow(tx, table, values as never));
  const complaint = { judul: 'Lampu', kategori: 'keamanan', deskripsi: 'Padam' } as const;
  const complaintOf = ({ id }: Person, tahun = year) =>
    insert('complaints', {
      ...complaint,
      user_id: id,
      status: 'pending',
      tanggal_aduan: `${tahun}-07-10T00:00:00.000Z`,
    });
  const postOf = ({ id }: Person) =>
    insert('posts', { user_id: id, konten: 'Halo', tanggal_post: '2026-07-10T00:00:00.000Z' });
  const notificationFor = ({ id: user_id }: Person) =>
    context.write('system', (tx) =>
      tx.notify({ user_id, jenis: 'new-post', judul: 'x', pesan: 'x', halaman: 'x' }),
    );
  const document = async (actor: Person) =>
    (await actor.call(documents.uploadDocument, { body: { judul: 'Surat' }, files: { file: pdf() } })).body
      .id ?? 1;
  const proof = async () => ({ bukti_transfer: await photo() });
  const paid = (of: Person, tahun = year) =>
    given.payment({ of, tahun, bulan: month, status: 'dikonfirmasi' });
  const holds = (id: number) => (answer: { data: { id: number | null }[] }) =>
    answer.data.some((row) => row.id === id);

  return [
    ...signingIn(),
    plain(payments.uploadPayment, async () => ({ body: { ...period }, files: await proof() })),
    plain(payments.uploadPaymentWarga, async () => ({ body: { ...period }, files: await proof() })),
    about(payments.listOwnPayments, (owner) => ({ params: { userId: owner.id } })),
    about(payments.listOwnPaymentsWarga, (owner) => ({ params: { userId: owner.id } })),
    about(payments.deletePayment, async (owner) => ({ params: { id: await given.payment({ of: owner }) } })),
    about(payments.deletePaymentWarga, async (owner) => ({
      params: { id: await given.payment({ of: owner }) },
    })),
    plain(payments.exportOwnPayments, () => ({ params: { year } })),
    plain(payments.exportOwnPaymentsWarga, () => ({ params: { year } })),
    showing(payments.listPayments, async (owner) => [{}, holds(await given.payment({ of: owner }))]),
    showing(payments.listMonthPayments, async (owner) => [
      { params: { year, month }, query: { include: 'unpaid' as const } },
      holds(await given.payment({ of: owner })),
    ]),
    showing(payments.countMonthPayments, async (owner) => {
      await given.payment({ of: owner });
      const query = { blok: owner.blok ?? '' };
      return [{ params: { year, month }, query }, ({ data }) => data.menunggu_konfirmasi > 0];
    }),
    plain(payments.countWaitingPayments),
    showing(payments.exportMonthPayments, async (owner) => {
      await given.payment({ of: owner });
      return [{ params: { year, month } }, ({ data }) => data.some(({ nama }) => nama === owner.nama)];
    }),
    about(payments.reviewPayment, async (owner) => ({
      params: { id: await given.payment({ of: owner }) },
      body: { status: 'dikonfirmasi' as const },
    })),
    about(payments.recordPayment, async (owner) => ({
      body: { ...period, user_id: owner.id, jumlah: 100_000 },
      files: await proof(),
    })),

    ...newsRecipes(context),

    plain(expenses.listExpenses),
    plain(expenses.listYearExpenses, () => ({ params: { year } })),
    plain(expenses.sumYearExpenses, () => ({ params: { year } })),
    plain(expenses.exportExpenses, () => ({ params: { year } })),
    plain(expenses.addExpense, async () => ({
      body: { ...period, jumlah: 1, judul: 'Cat', deskripsi: 'Cat pagar', tanggal_digunakan: '2026-07-01' },
      files: { foto: await photo() },
    })),
    plain(expenses.deleteExpense, async (actor) => ({ params: { id: await given.expense({ by: actor }) } })),

    ...bookRecipes(context, paid),
    ...cashRecipes(context, as),
    ...waiverRecipes(context, as),
    ...statementRecipes(context, paid),
    about(receipts.getReceipt, async (owner) => ({ params: { payment_id: await paid(owner) } })),

    plain(cashBook.getBalance),
    plain(cashBook.getYearBalance, () => ({ params: { year } })),
    plain(cashBook.getTotalIncome),
    showing(cashBook.listCashBook, async (owner) => {
      const id = await paid(owner);
      return [
        { params: { year } },
        ({ data }) => data.some((entry) => entry.id === id && entry.bukti_transfer !== null),
      ];
    }),
    showing(cashBook.exportCashBook, async (owner) => {
      await paid(owner);
      const payer = `- ${owner.nama} (${owner.blok})`;
      return [
        { params: { year } },
        ({ data }) => data.some((row) => row.keterangan.endsWith(payer) && row.foto !== null),
      ];
    }),

    plain(complaints.createComplaint, () => ({ body: complaint })),
    showing(complaints.listOwnComplaints, async (owner) => [{}, holds(await complaintOf(owner))]),
    showing(complaints.listComplaints, async (owner) => [{}, holds(await complaintOf(owner))]),
    showing(complaints.countComplaints, async (owner) => {
      await complaintOf(owner);
      return [{ query: { q: owner.nama } }, ({ data }) => data.pending > 0];
    }),
    about(complaints.changeComplaint, async (owner) => ({
      params: { id: await complaintOf(owner) },
      body: { ...complaint, judul: 'Lain' },
    })),
    about(complaints.deleteComplaint, async (owner) => ({ params: { id: await complaintOf(owner) } })),
    about(complaints.answerComplaint, async (owner) => ({
      params: { id: await complaintOf(owner) },
      body: { status: 'proses' as const, jawaban: 'Segera' },
    })),
    about(complaints.listComplaintComments, async (owner) => ({ params: { id: await complaintOf(owner) } })),
    about(complaints.commentComplaint, async (owner) => ({
      params: { id: await complaintOf(owner) },
      body: { komentar: 'Baik' },
    })),

    plain(posts.createPost, () => ({ body: { konten: 'Halo' } })),
    showing(posts.listPosts, async (owner) => [{}, holds(await postOf(owner))]),
    about(posts.deletePost, async (owner) => ({ params: { id: await postOf(owner) } })),
    about(posts.likePost, async (owner) => ({ params: { id: await postOf(owner) } })),
    about(posts.listLikes, async (owner) => ({ params: { id: await postOf(owner) } })),
    about(posts.listPostComments, async (owner) => ({ params: { id: await postOf(owner) } })),
    about(posts.commentPost, async (owner) => ({
      params: { id: await postOf(owner) },
      body: { komentar: 'Ya' },
    })),

    plain(documents.listDocuments),
    plain(documents.countDocuments),
    plain(documents.uploadDocument, () => ({ body: { judul: 'Surat' }, files: { file: pdf() } })),
    plain(documents.changeDocument, async (actor) => ({
      params: { id: await document(actor) },
      body: { judul: 'Surat Baru', kategori: 'Umum' as const },
    })),
    plain(documents.deleteDocument, async (actor) => ({ params: { id: await document(actor) } })),

    showing(residents.listResidents, (owner) => [{ query: { blok: owner.blok ?? '' } }, holds(owner.id)]),
    showing(residents.countResidents, (owner) => [
      { query: { blok: owner.blok ?? '', q: owner.nama } },
      ({ data }) => data.total > 0,
    ]),
    showing(residents.listBlocks, (owner) => [{}, ({ data }) => data.includes(owner.blok ?? '')]),
    about(residents.createResident, (owner) => ({ body: { ...account(), blok: owner.blok ?? '' } })),
    about(residents.changeResident, (owner) => ({ params: { id: owner.id }, body: { nama: 'Nama Baru' } })),
    about(residents.deleteResident, (owner) => ({ params: { id: owner.id } })),
    showing(officers.listAccounts, (owner) => [{ query: { q: owner.nama } }, holds(owner.id)]),
    showing(officers.listOfficers, (owner) => [{}, holds(owner.id)]),
    plain(officers.createAccount, () => ({ body: { ...account(), jenis: 'warga' as const, blok: 'A1' } })),
    about(officers.changeAccount, (owner) => ({ params: { id: owner.id }, body: { nama: 'Nama Baru' } })),
    about(officers.deleteAccount, (owner) => ({ params: { id: owner.id } })),
    plain(erasure.listFormerAccounts),
    plain(erasure.eraseAccount, async () => {
      const { id } = await as.warga(`A${900 + next()}`);
      await (await as.ketua()).call(officers.deleteAccount, { params: { id } });
      return { params: { id }, body: { password } };
    }),

    ...ownProfile(),
    showing(notifications.listNotifications, async (owner) => [{}, holds(await notificationFor(owner))]),
    showing(notifications.countUnread, async (owner) => {
      await notificationFor(owner);
      return [{}, ({ data }) => data.unread > 0];
    }),
    showing(notifications.readNotifications, async (owner) => [
      { body: { ids: [await notificationFor(owner)] } },
      async () => (await owner.call(notifications.listNotifications)).body.unread === 0,
    ]),
    plain(settings.getSettings),
    plain(settings.changeSettings, () => ({ body: { bankName: `Bank ${next()}`, password } })),
    plain(settings.listAnnouncements),
    plain(auditors.listAuditors),
    plain(auditors.nameAuditors, async () => ({
      body: { user_ids: [(await as.warga('O9')).id], password },
    })),
    plain(dashboard.ketuaDashboard),
    plain(dashboard.adminDashboard),
    plain(dashboard.koordinatorDashboard),
    plain(dashboard.wargaDashboard),
    ...yearReports(),
    plain(audit.listAudit),
    plain(audit.listMoneyAudit),
    plain(backup.backupStatus),
    ...logRecipes(context, next),
  ];

  function signingIn(): Recipe[] {
    return [
      plain(auth.login, ({ email }) => ({ body: { email, password } })),
      plain(auth.searchWarga, ({ email }) => ({ body: { query: email } })),
      plain(auth.welcome),
      plain(auth.me),
      plain(auth.logout),
      showing(auth.listSessions, (owner) => [{}, holds(owner.sessionId)]),
      about(auth.endSession, (owner) => ({ params: { id: owner.sessionId } })),
    ];
  }

  function ownProfile(): Recipe[] {
    const details = (owner: Person, { email }: Person) => ({
      body: { user_id: owner.id, nama: 'Nama Baru', email },
    });
    const passwords = { currentPassword: password, newPassword: 'mangga-muda-7' };
    return [
      about(profile.updateProfile, details),
      about(profile.updateProfileWarga, details),
      about(profile.updatePassword, (owner) => ({ body: { user_id: owner.id, ...passwords } })),
      about(profile.updatePasswordWarga, (owner) => ({ body: { user_id: owner.id, ...passwords } })),
      plain(profile.changeProfileWarga, () => ({ body: { nama: 'Nama Baru' } })),
      plain(profile.changePasswordWarga, () => ({ body: passwords })),
    ];
  }

  /** A separate year for each, so that sums can be attributed. */
  function yearReports(): Recipe[] {
    const ownYear = () => 2030 + (next() % 70);
    return [
      showing(reports.getReport, async (owner) => {
        const id = await complaintOf(owner);
        return [{ params: { year } }, ({ data }) => data.aduan.terbaru.some((row) => row.id === id)];
      }),
      showing(reports.exportReport, async (owner) => {
        const tahun = ownYear();
        await paid(owner, tahun);
        return [{ params: { year: tahun } }, ({ data }) => data.some(({ terkumpul }) => terkumpul > 0)];
      }),
      showing(reports.exportComplaintReport, async (owner) => {
        const tahun = ownYear();
        await complaintOf(owner, tahun);
        return [{ params: { year: tahun } }, ({ data }) => data.some(({ total }) => total > 0)];
      }),
    ];
  }
}
