/** One call of every endpoint that its caller may make and that succeeds. */
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import * as cashBook from '../../contract/cash-book.ts';
import * as complaints from '../../contract/complaints.ts';
import * as dashboard from '../../contract/dashboard.ts';
import * as documents from '../../contract/documents.ts';
import type { CallInput, Endpoint } from '../../contract/endpoint.ts';
import * as expenses from '../../contract/expenses.ts';
import * as notifications from '../../contract/notifications.ts';
import * as officers from '../../contract/officers.ts';
import * as payments from '../../contract/payments.ts';
import { blockLetter } from '../../contract/people.ts';
import * as posts from '../../contract/posts.ts';
import * as profile from '../../contract/profile.ts';
import * as reports from '../../contract/reports.ts';
import * as residents from '../../contract/residents.ts';
import * as settings from '../../contract/settings.ts';
import type { TestApp } from './app.ts';
import { document, type FullEstate, succeeded } from './full-estate.ts';
import { type Person, password } from './people.ts';
import { photo } from './pictures.ts';

type AnyInput = CallInput<Endpoint>;
type InputFor<E extends Endpoint> = (caller: Person) => CallInput<E> | Promise<CallInput<E>>;

export interface EveryCall {
  /** What this caller sends; makes first whatever the call needs, for a caller who owns nothing. */
  inputFor(endpoint: Endpoint, caller: Person): Promise<AnyInput>;
}

const year = { params: { year: 2026 } };
const month = { params: { year: 2026, month: 7 } };

export function everyCall(app: TestApp, estate: FullEstate): EveryCall {
  const inputs = new Map<Endpoint, InputFor<Endpoint>>();
  const add = <E extends Endpoint>(endpoint: E, input: InputFor<E>) =>
    inputs.set(endpoint, input as InputFor<Endpoint>);
  const plain = (...endpoints: Endpoint[]) => {
    for (const endpoint of endpoints) add(endpoint, () => ({}));
  };
  let count = 0;
  const fresh = () => {
    count += 1;
    return { nama: `Baru ${count}`, email: `baru.${count}@contoh.id`, no_hp: `0819${10_000_000 + count}` };
  };
  const housed = (caller: Person) => ({ ...fresh(), blok: `${blockLetter(caller.blok)}${200 + count}` });
  const facts = (caller: Person) => estate.facts(estate.neighbourOf(caller));
  const newNeighbour = (caller: Person) => app.as.person('warga', housed(caller));
  const resident = async (caller: Person) => ({ params: { id: (await newNeighbour(caller)).id } });

  plain(auth.welcome, auth.me, auth.logout, auth.listSessions);
  add(auth.login, (caller) => ({ body: { email: caller.email, password } }));
  add(auth.searchWarga, () => ({ body: { query: estate.readers.warga.email } }));
  add(auth.endSession, (caller) => ({ params: { id: caller.sessionId } }));

  for (const list of [payments.listOwnPayments, payments.listOwnPaymentsWarga])
    add(list, (caller) => ({ params: { userId: caller.id } }));
  for (const upload of [payments.uploadPayment, payments.uploadPaymentWarga])
    add(upload, async () => ({
      body: { tahun: 2026, bulan: 7 },
      files: { bukti_transfer: await photo() },
    }));
  for (const withdraw of [payments.deletePayment, payments.deletePaymentWarga])
    add(withdraw, async (caller) => ({ params: { id: await app.given.payment({ of: caller }) } }));
  for (const exported of [payments.exportOwnPayments, payments.exportOwnPaymentsWarga])
    add(exported, () => year);
  plain(payments.listPayments);
  add(payments.listMonthPayments, () => ({ ...month, query: { include: 'unpaid' as const } }));
  add(payments.exportMonthPayments, () => month);
  add(payments.reviewPayment, async (caller) => {
    const id = await app.given.payment({ of: await newNeighbour(caller) });
    return { params: { id }, body: { status: 'ditolak' as const, catatan: 'Buram' } };
  });
  add(payments.recordPayment, async (caller) => ({
    body: {
      user_id: (await newNeighbour(caller)).id,
      tahun: 2026,
      bulan: 7,
      jumlah: 90_000,
      keterangan: 'Tunai',
    },
    files: { bukti_transfer: await photo() },
  }));

  plain(expenses.listExpenses);
  add(expenses.listYearExpenses, () => year);
  add(expenses.exportExpenses, () => year);
  const spend = async () => ({
    body: {
      tahun: 2026,
      bulan: 7,
      jumlah: 5_000,
      judul: 'Paku',
      deskripsi: 'Pagar',
      tanggal_digunakan: '2026-07-01',
    },
    files: { foto: await photo() },
  });
  add(expenses.addExpense, spend);
  add(expenses.deleteExpense, async (caller) => ({ params: { id: await app.given.expense({ by: caller }) } }));

  plain(cashBook.getBalance, cashBook.getTotalIncome);
  for (const ofYear of [cashBook.getYearBalance, cashBook.listCashBook, cashBook.exportCashBook])
    add(ofYear, () => year);

  plain(complaints.listOwnComplaints, complaints.listComplaints);
  const report = { judul: 'Sampah', kategori: 'kebersihan', deskripsi: 'Menumpuk' } as const;
  const ownComplaint = async (caller: Person) => ({
    params: { id: succeeded(await caller.call(complaints.createComplaint, { body: report })).id },
  });
  add(complaints.createComplaint, async () => ({ body: report, files: { foto: await photo() } }));
  add(complaints.changeComplaint, async (caller) => ({
    ...(await ownComplaint(caller)),
    body: { judul: 'Sampah lagi' },
    files: { foto: await photo() },
  }));
  add(complaints.deleteComplaint, ownComplaint);
  add(complaints.answerComplaint, async (caller) => ({
    params: { id: facts(caller).complaint },
    body: { status: 'selesai' as const, jawaban: 'Sudah.' },
    files: { foto_jawaban: await photo() },
  }));
  add(complaints.listComplaintComments, (caller) => ({ params: { id: estate.facts(caller).complaint } }));
  add(complaints.commentComplaint, (caller) => ({
    params: { id: facts(caller).complaint },
    body: { komentar: 'Baik.' },
  }));

  plain(posts.listPosts);
  const ownPost = async (caller: Person) => ({
    params: { id: succeeded(await caller.call(posts.createPost, { body: { konten: 'Halo' } })).id },
  });
  const neighboursPost = (caller: Person) => ({ params: { id: facts(caller).post } });
  add(posts.createPost, async () => ({ body: { konten: 'Halo' }, files: { foto: await photo() } }));
  add(posts.deletePost, ownPost);
  for (const read of [posts.listLikes, posts.listPostComments]) add(read, neighboursPost);
  add(posts.likePost, neighboursPost);
  add(posts.commentPost, (caller) => ({ ...neighboursPost(caller), body: { komentar: 'Setuju.' } }));

  plain(documents.listDocuments, documents.countDocuments);
  const metadata = { judul: 'Edaran', deskripsi: 'Penting', kategori: 'Surat Edaran' } as const;
  const ownDocument = async (caller: Person) => {
    const uploaded = await caller.call(documents.uploadDocument, {
      body: metadata,
      files: { file: document() },
    });
    return { params: { id: succeeded(uploaded).id } };
  };
  add(documents.uploadDocument, () => ({ body: metadata, files: { file: document() } }));
  add(documents.changeDocument, async (caller) => ({ ...(await ownDocument(caller)), body: metadata }));
  add(documents.deleteDocument, ownDocument);

  plain(residents.listResidents, residents.listBlocks);
  add(residents.createResident, (caller) => ({
    body: { ...housed(caller), password: 'rahasia9', jumlah_keluarga: 3 },
  }));
  add(residents.changeResident, async (caller) => ({
    ...(await resident(caller)),
    body: { no_hp: fresh().no_hp, jumlah_keluarga: 5 },
  }));
  add(residents.deleteResident, resident);

  plain(officers.listOfficers, officers.listAccounts);
  add(officers.createAccount, (caller) => ({
    body: { ...housed(caller), jenis: 'warga' as const, password: 'rahasia9' },
  }));
  add(officers.changeAccount, async (caller) => ({
    ...(await resident(caller)),
    body: { no_hp: fresh().no_hp, password: 'rahasia8' },
  }));
  add(officers.deleteAccount, resident);

  for (const update of [profile.updateProfile, profile.updateProfileWarga])
    add(update, ({ nama, email, no_hp }) => ({ body: { nama, email, no_hp: no_hp ?? '' } }));
  add(profile.changeProfileWarga, ({ blok }) => ({ body: { blok: blok ?? '' } }));
  const newPassword = { currentPassword: password, newPassword: 'sangat rahasia 7' };
  for (const update of [profile.updatePassword, profile.updatePasswordWarga, profile.changePasswordWarga])
    add(update, () => ({ body: newPassword }));

  plain(notifications.listNotifications, notifications.readNotifications);
  plain(settings.getSettings);
  add(settings.changeSettings, () => ({ body: { bankName: `Bank ${(count += 1)}` } }));
  plain(dashboard.ketuaDashboard, dashboard.adminDashboard);
  plain(dashboard.koordinatorDashboard, dashboard.wargaDashboard);
  for (const ofYear of [reports.getReport, reports.exportReport, reports.exportComplaintReport])
    add(ofYear, () => year);
  plain(audit.listAudit);

  return {
    inputFor: async (endpoint, caller) => {
      const input = inputs.get(endpoint);
      if (!input) throw new Error(`${endpoint.method} ${endpoint.path}: server/testing/every-call.ts knows no call`);
      return await input(caller);
    },
  };
}
