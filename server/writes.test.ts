/**
 * Effects of each write: clients of affected users refetch exactly the changed topics, and changes of money,
 * people and settings are in the audit log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { changedHeader } from '../contract/events.ts';
import { likePost } from '../contract/posts.ts';
import { changeSettings } from '../contract/settings.ts';
import { endpoints } from './areas.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { type Ear, type Ears, makeEars } from './testing/ears.ts';
import { isAboutOneself, makerOf } from './testing/makers.ts';
import { password } from './testing/people.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';

/** Topics refetched by the ketua, the coordinator of the block and a resident of another block. */
const hears = {
  nothing: ['', '', ''],
  payment: ['dashboard payments residents', 'dashboard payments residents', ''],
  newPayment: ['dashboard notifications payments residents', 'dashboard payments residents', ''],
  reminder: ['payments', 'payments', ''],
  income: [
    'cash-book dashboard payments reports residents',
    'cash-book dashboard payments reports residents',
    'cash-book dashboard',
  ],
  collected: [
    'cash-book dashboard payments reports residents rounds',
    'cash-book dashboard payments reports residents rounds',
    'cash-book dashboard',
  ],
  handover: ['notifications payments rounds', 'rounds', ''],
  accepted: ['cash-book payments rounds', 'cash-book rounds', 'cash-book'],
  withdrawn: ['payments rounds', 'rounds', ''],
  statement: ['statements', '', ''],
  matched: [
    'cash-book dashboard payments reports residents statements',
    'cash-book dashboard payments reports residents',
    'cash-book dashboard',
  ],
  book: ['cash-book', 'cash-book', 'cash-book'],
  expense: ['cash-book dashboard expenses', 'cash-book dashboard expenses', 'cash-book dashboard expenses'],
  otherIncome: ['cash-book dashboard', 'cash-book dashboard', 'cash-book dashboard'],
  category: ['settings', 'settings', 'settings'],
  proposal: ['approvals dashboard notifications', 'dashboard', 'dashboard'],
  decision: ['approvals dashboard', 'dashboard', 'dashboard'],
  complaint: ['complaints dashboard reports', 'complaints dashboard reports', ''],
  newComplaint: ['complaints dashboard notifications reports', 'complaints dashboard reports', ''],
  complaintComment: ['complaints', 'complaints', ''],
  post: ['dashboard posts', 'dashboard posts', 'dashboard posts'],
  newPost: ['dashboard notifications posts', 'dashboard posts', 'dashboard posts'],
  postComment: ['posts', 'posts', 'posts'],
  document: ['documents', 'documents', 'documents'],
  account: [
    'complaints dashboard officers payments reports residents',
    'complaints dashboard payments reports residents',
    'dashboard',
  ],
  name: [
    'cash-book complaints dashboard documents expenses officers payments posts reports residents',
    'cash-book complaints dashboard documents expenses payments posts reports residents',
    'cash-book dashboard documents expenses posts',
  ],
  officerName: [
    'approvals cash-book complaints dashboard documents expenses officers payments posts reports residents rounds',
    'cash-book complaints dashboard documents expenses payments posts reports residents rounds',
    'cash-book dashboard documents expenses posts',
  ],
  settings: [
    'dashboard notifications reports settings',
    'dashboard notifications reports settings',
    'dashboard notifications settings',
  ],
  rate: [
    'dashboard notifications payments reports settings',
    'dashboard notifications payments reports settings',
    'dashboard notifications payments settings',
  ],
  auditors: [
    'approvals auditors notifications settings',
    'auditors notifications settings',
    'auditors notifications settings',
  ],
} as const;

/**
 * Written by hand: topics, audit entries (+ created, - deleted, otherwise changed) and recipients of events.
 */
const expected: Record<string, [heard: keyof typeof hears, audited?: string, told?: string]> = {
  'POST /api/auth/login': ['nothing'],
  'POST /api/auth/logout': ['nothing'],
  'DELETE /api/auth/sessions/:id': ['nothing'],
  'POST /api/warga/search': ['nothing'],

  'POST /api/warga/payments': ['newPayment', 'payment.uploaded +', 'ketua: new-payment'],
  'POST /api/user/payments': ['newPayment', 'payment.uploaded +', 'ketua: new-payment'],
  'POST /api/tagihan': ['nothing', 'bill.made +'],
  'POST /api/tunggakan/:id/pengingat': ['reminder', 'reminder.opened +'],
  'PUT /api/push': ['nothing'],
  'DELETE /api/push': ['nothing'],
  'PUT /api/push/pilihan': ['nothing', 'push.chosen'],
  'PUT /api/pengingat/saya': ['reminder', 'reminder.declined'],
  'DELETE /api/warga/payments/:id': ['payment', 'payment.withdrawn -'],
  'DELETE /api/user/payments/:id': ['payment', 'payment.withdrawn -'],
  'PUT /api/admin/payments/:id/confirm': ['income', 'payment.confirmed ±', 'owner: payment-confirmed'],
  'POST /api/payments': ['income', 'payment.recorded +', 'owner: payment-confirmed'],
  'POST /api/keliling': ['collected', 'payment.recorded +', 'owner: payment-confirmed'],
  'POST /api/setoran': ['handover', 'handover.made +'],
  'PUT /api/setoran/:id': ['accepted', 'handover.accepted ±'],
  'DELETE /api/setoran/:id': ['withdrawn', 'handover.withdrawn +'],
  'POST /api/mutasi-bank': ['statement', 'statement.imported +'],
  'DELETE /api/mutasi-bank/impor/:id': ['statement', 'statement.withdrawn -'],
  'POST /api/mutasi-bank/cocokkan': [
    'matched',
    'payment.recorded +, line.matched ±',
    'owner: payment-confirmed',
  ],
  'POST /api/mutasi-bank/:id/qris': ['statement', 'line.matched ±'],
  'PUT /api/mutasi-bank/:id': ['statement', 'line.marked ±'],
  'DELETE /api/mutasi-bank/pengirim/:id': ['statement', 'payer.forgotten -'],
  'POST /api/pengeluaran': ['expense', 'expense.added +'],
  'DELETE /api/pengeluaran/:id': ['expense', 'expense.deleted -'],

  'POST /api/kas/pembatalan': ['income', 'payment.reversed ±', 'owner: payment-confirmed'],
  'POST /api/kas/saldo-awal': ['proposal', 'approval.proposed +'],
  'POST /api/tutup-buku': ['proposal', 'approval.proposed +'],
  'POST /api/tutup-buku/versi': ['proposal', 'approval.proposed +'],
  'POST /api/kas/penerimaan': ['otherIncome', 'income.added +'],
  'POST /api/kas/kategori': ['category', 'category.added +'],
  'PUT /api/kas/kategori/:id': ['category', 'category.changed ±'],
  'POST /api/kas/akun': ['book', 'place.added +'],
  'PUT /api/kas/akun/:id': ['book', 'place.changed ±'],
  'POST /api/kas/dana': ['book', 'place.added +'],
  'PUT /api/kas/dana/:id': ['book', 'place.changed ±'],
  'POST /api/log/cosign': ['book', 'log.cosigner +'],
  'POST /api/kas/pindah': ['book', 'entry.transferred +'],
  'PUT /api/persetujuan/:id': ['decision', 'approval.refused +'],

  'POST /api/aduan': ['newComplaint', '', 'ketua: new-aduan'],
  'PUT /api/aduan/:id': ['complaint', 'complaint.changed ±'],
  'DELETE /api/aduan/:id': ['complaint', 'complaint.deleted -'],
  'PUT /api/aduan/:id/status': ['complaint', 'complaint.answered ±', 'owner: aduan-updated'],
  'POST /api/aduan/:id/comments': ['complaintComment', '', 'owner: aduan-updated'],

  'POST /api/posts': ['newPost', '', 'ketua: new-post'],
  'DELETE /api/posts/:id': ['post', 'post.deleted -'],
  'POST /api/posts/:id/like': ['nothing', '', 'ketua: likes-changed, owner: likes-changed'],
  'POST /api/posts/:id/comments': ['postComment'],
  'POST /api/dokumen': ['document', 'document.uploaded +'],
  'PUT /api/dokumen/:id': ['document', 'document.changed ±'],
  'DELETE /api/dokumen/:id': ['document', 'document.deleted -'],

  'POST /api/warga': ['account', 'account.created +'],
  'PUT /api/warga/:id': ['name', 'account.changed ±'],
  'DELETE /api/warga/:id': ['account', 'account.deleted -'],
  'POST /api/users': ['account', 'account.created +'],
  'PUT /api/users/:id': ['name', 'account.changed ±'],
  'DELETE /api/users/:id': ['account', 'account.deleted -'],
  'POST /api/warga/update-profile': ['name', 'profile.changed ±'],
  'POST /api/auth/update-profile': ['officerName', 'profile.changed ±'],
  'PUT /api/warga/profile': ['name', 'profile.changed ±'],
  'POST /api/warga/update-password': ['nothing', 'password.changed +'],
  'POST /api/auth/update-password': ['nothing', 'password.changed +'],
  'PUT /api/warga/password': ['nothing', 'password.changed +'],
  'POST /api/notifications/read': ['nothing'],
  'POST /api/akun-lama/:id/hapus-data': ['name', 'account.erased'],
  'PUT /api/pengawas': ['auditors', 'auditor.named ±'],
  'POST /api/pembebasan': ['proposal', 'approval.proposed +'],
  'POST /api/pembebasan/akhir': ['proposal', 'approval.proposed +'],
  'POST /api/pembebasan/sistem-lama': ['proposal', 'approval.proposed +'],
  'POST /api/tarif': ['rate', 'rate.set ±'],
  'PUT /api/settings': ['settings', 'settings.changed ±', 'ketua: settings-changed, owner: settings-changed'],
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

interface Estate {
  app: TestApp;
  ears: Ears;
  listeners: Ear[];
  recipes: Map<string, Recipe>;
}

/** Clients hear of changes twice a second at most: as many tests as Vitest runs at once wait for that together. */
const free: Estate[] = [];
beforeAll(async () => {
  free.push(...(await Promise.all(Array.from({ length: 5 }, settle))));
});
afterAll(async () => {
  for (const { app, ears } of free) {
    ears.closeAll();
    await app.close();
  }
});

async function settle(): Promise<Estate> {
  const app = await makeApp();
  const ears = makeEars(app);
  const recipes = new Map(makeRecipes(app).map((recipe) => [nameOf(recipe.endpoint), recipe]));
  const listeners = [
    await ears.listen(await app.as.ketua()),
    await ears.listen(await app.as.koordinator('A')),
    await ears.listen(await app.as.warga('B1')),
  ];
  return { app, ears, listeners, recipes };
}

async function inEstate(work: (estate: Estate) => Promise<void>): Promise<void> {
  const estate = free.pop();
  if (!estate) throw new Error('more tests at once than estates');
  await work(estate).finally(() => free.push(estate));
}

const heardBy = (listeners: readonly Ear[]) => listeners.map((ear) => ear.topics().join(' '));
const auditedSince = ({ context }: TestApp, id: number) =>
  context.db
    .selectFrom('audit')
    .select(['id', 'aksi', 'user_id', 'sebelum', 'sesudah'])
    .where('id', '>', id)
    .where('aksi', '<>', 'entry.booked') // follows from the others; the book's own tests
    .orderBy('id')
    .execute();

test('each write endpoint has a row', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(nameOf);
  expect(Object.keys(expected).toSorted()).toEqual(writing.toSorted());
});

test.concurrent.each(Object.entries(expected))('%s', (name, [kind, audited, told]) =>
  inEstate(async ({ app, ears, listeners, recipes }) => {
    const recipe = recipes.get(name);
    if (!recipe) throw new Error('no recipe');
    const { endpoint, cook } = recipe;
    const jenis = makerOf(endpoint);
    const maker = await app.as.person(jenis, { blok: 'A1' });
    const owner = isAboutOneself(endpoint, jenis) ? maker : await app.as.person('warga', { blok: 'A2' });
    const { input } = await cook(owner, maker);
    const [ketua, concerned] = [listeners[0], owner === maker ? undefined : await ears.listen(owner)];
    const last = (await auditedSince(app, 0)).at(-1)?.id ?? 0;
    const own = await ears.listen(maker);
    let said: string[] = [];
    await ears.during(async () => {
      const { body, headers } = await maker.call(endpoint, input);
      expect(body.status).toBe('success');
      said = headers.get(changedHeader)?.split(' ') ?? [];
    });
    // A like also notifies other devices of the author; the response itself contains everything.
    expect(said.toSorted()).toEqual(endpoint === likePost ? [] : own.topics());
    expect(heardBy(listeners)).toEqual(hears[kind]);
    const events = [
      ...(ketua?.news() ?? []).map(({ event }) => `ketua: ${event}`),
      ...(concerned?.news() ?? []).map(({ event }) => `owner: ${event}`),
    ];
    expect(events.join(', ')).toBe(told ?? '');
    const entries = (await auditedSince(app, last)).map(({ aksi, user_id, sebelum, sesudah }) => {
      const mark = sebelum && sesudah ? ' ±' : sesudah ? ' +' : sebelum ? ' -' : '';
      return { entry: `${aksi}${mark}`, user_id };
    });
    const wanted = audited ? audited.split(', ') : [];
    expect(entries).toEqual(wanted.map((entry) => ({ entry, user_id: maker.id })));
  }),
);

test('new dues refetch the lists that show them', () =>
  inEstate(async ({ app, ears, listeners }) => {
    const ketua = await app.as.ketua();
    await ears.during(() => ketua.call(changeSettings, { body: { duesAmount: 125_000, password } }));
    const staff = 'dashboard notifications payments reports settings';
    expect(heardBy(listeners)).toEqual([staff, staff, 'dashboard notifications payments settings']);
  }));
