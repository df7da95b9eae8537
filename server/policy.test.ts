/**
 * Permissions, written by hand: the policy table, then each endpoint as each role on own records, those of a
 * neighbour and those of another block.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { createAccount } from '../contract/officers.ts';
import { type Role, roles } from '../contract/people.ts';
import { policy, type Reach } from '../contract/policy.ts';
import { endpoints } from './areas.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { call } from './testing/call.ts';
import type { Person, PersonOptions } from './testing/people.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';

const whoMay: Record<keyof typeof policy, string> = {
  'residents.read': 'all: ketua admin; block: koordinator',
  'residents.create': 'all: ketua admin; block: koordinator',
  'residents.edit': 'all: ketua admin; block: koordinator',
  'residents.delete': 'all: ketua admin; block: koordinator',
  'officers.read': 'all: ketua',
  'users.erase': 'all: ketua',
  'users.read': 'all: ketua admin',
  'users.create': 'all: ketua admin',
  'users.edit': 'all: ketua admin',
  'users.delete': 'all: ketua admin',
  'payments.read': 'all: ketua admin; block: koordinator',
  'payments.review': 'all: ketua admin; block: koordinator',
  'payments.record': 'all: ketua admin; block: koordinator',
  'statements.read': 'all: ketua admin',
  'statements.write': 'all: ketua admin',
  'payments.own-staff': 'own: ketua admin koordinator',
  'payments.own-warga': 'own: warga',
  'waivers.propose': 'all: ketua admin',
  'reminders.open': 'all: ketua admin; block: koordinator',
  'bills.own': 'own: ketua admin koordinator warga',
  'reminders.own': 'own: ketua admin koordinator warga',
  'rounds.collect': 'all: ketua admin; block: koordinator',
  'handovers.read': 'all: ketua admin; own: koordinator',
  'handovers.make': 'own: ketua admin koordinator',
  'handovers.accept': 'all: ketua admin',
  'receipts.read': 'all: ketua admin; block: koordinator; own: warga',
  'complaints.read': 'all: ketua admin; block: koordinator; own: warga',
  'complaints.comment': 'all: ketua admin; block: koordinator',
  'complaints.answer': 'all: ketua admin; block: koordinator',
  'complaints.create': 'own: ketua admin koordinator warga',
  'complaints.edit': 'own: ketua admin koordinator warga',
  'complaints.delete': 'all: ketua; block: koordinator; own: admin warga',
  'posts.read': 'all: ketua admin koordinator warga',
  'posts.create': 'own: ketua admin koordinator warga',
  'posts.react': 'all: ketua admin koordinator warga',
  'posts.delete': 'all: ketua admin koordinator; own: warga',
  'expenses.read': 'all: ketua admin koordinator warga',
  'expenses.add': 'all: ketua admin',
  'expenses.delete': 'all: ketua admin',
  'cash-book.read': 'all: ketua admin koordinator warga',
  'log.read': 'all: ketua admin koordinator warga',
  'log.cosign': 'all: ketua admin',
  'book.read': 'all: ketua admin',
  'book.write': 'all: ketua admin',
  'approvals.read': 'all: ketua admin',
  'approvals.decide': 'all: ketua admin',
  'documents.read': 'all: ketua admin koordinator warga',
  'documents.upload': 'all: ketua admin',
  'documents.edit': 'all: ketua admin',
  'documents.delete': 'all: ketua admin',
  'settings.read': 'all: ketua admin koordinator warga',
  'settings.change': 'all: ketua',
  'audit.read': 'all: ketua',
  'audit.read-money': 'all: ketua',
  'pengawas.read': 'all: ketua admin koordinator warga',
  'pengawas.name': 'all: ketua',
  'backup.read': 'all: ketua',
  'reports.read': 'all: ketua admin; block: koordinator',
  'reports.share': 'all: ketua admin',
  'dashboard.ketua': 'all: ketua',
  'dashboard.admin': 'all: admin',
  'dashboard.koordinator': 'block: koordinator',
  'dashboard.warga': 'own: warga',
  'notifications.own': 'own: ketua admin koordinator warga',
  'push.own': 'own: ketua admin koordinator warga',
  'sessions.own': 'own: ketua admin koordinator warga',
  'profile.own-staff': 'own: ketua admin koordinator',
  'profile.own-warga': 'own: warga',
};

/**
 * Result per role. One value: the owner does not matter. Three values: own record, neighbour in the block,
 * other block. A number is the status; + and - say whether the record is in the response.
 */
const expected: Record<string, string> = {
  'POST /api/auth/login': '               200         | 200         | 200         | 200',
  'POST /api/auth/logout': '              200         | 200         | 200         | 200',
  'GET /api/auth/me': '                   200         | 200         | 200         | 200',
  'GET /api/auth/sessions': '             + - -       | + - -       | + - -       | + - -',
  'DELETE /api/auth/sessions/:id': '      200 404 404 | 200 404 404 | 200 404 404 | 200 404 404',
  'POST /api/warga/search': '             200         | 200         | 200         | 200',
  'GET /api/welcome': '                   200         | 200         | 200         | 200',

  'GET /api/user/payments/:userId': '     200 404 404 | 200 404 404 | 200 404 404 | 403',
  'POST /api/user/payments': '            201         | 201         | 201         | 403',
  'DELETE /api/user/payments/:id': '      200 404 404 | 200 404 404 | 200 404 404 | 403',
  'GET /api/user/payments/export/:year': '200         | 200         | 200         | 403',
  'GET /api/warga/payments/:userId': '    403         | 403         | 403         | 200 404 404',
  'POST /api/warga/payments': '           403         | 403         | 403         | 201',
  'DELETE /api/warga/payments/:id': '     403         | 403         | 403         | 200 404 404',
  'GET /api/warga/payments/export/:year': '403        | 403         | 403         | 200',

  'GET /api/admin/payments': '            +           | +           | + + -       | 403',
  'GET /api/admin/payments/:year/:month': '+          | +           | + + -       | 403',
  'GET /api/admin/payments/:year/:month/jumlah': '+   | +           | + + -       | 403',
  'GET /api/admin/payments/menunggu': '   200         | 200         | 200         | 403',
  'GET /api/admin/payments/export/:year/:month': '+   | +           | + + -       | 403',
  'PUT /api/admin/payments/:id/confirm': '403 200 200 | 403 200 200 | 403 200 404 | 403',
  'POST /api/payments': '                 403 201 201 | 403 201 201 | 403 201 404 | 403',

  'POST /api/mutasi-bank': '              201         | 201         | 403         | 403',
  'GET /api/mutasi-bank/impor': '         200         | 200         | 403         | 403',
  'DELETE /api/mutasi-bank/impor/:id': '  200         | 200         | 403         | 403',
  'GET /api/mutasi-bank': '               200         | 200         | 403         | 403',
  'POST /api/mutasi-bank/cocokkan': '     403 200 200 | 403 200 200 | 403         | 403',
  'GET /api/mutasi-bank/:id/qris': '      +           | +           | 403         | 403',
  'POST /api/mutasi-bank/:id/qris': '     200         | 200         | 403         | 403',
  'PUT /api/mutasi-bank/:id': '           200         | 200         | 403         | 403',
  'GET /api/mutasi-bank/pengirim': '      200         | 200         | 403         | 403',
  'DELETE /api/mutasi-bank/pengirim/:id': '200        | 200         | 403         | 403',
  'GET /api/mutasi-bank/radar': '         200         | 200         | 403         | 403',

  'GET /api/tunggakan/saya': '            200         | 200         | 200         | 200',
  'POST /api/tagihan': '                  200         | 200         | 200         | 200',
  'GET /api/tunggakan/warga/:userId': '   200         | 200         | 200 200 404 | 403',
  'GET /api/tunggakan/warga': '           +           | +           | + + -       | 403',
  'GET /api/tunggakan': '                 +           | +           | + + -       | 403',
  'GET /api/tunggakan/jumlah': '          +           | +           | + + -       | 403',
  'GET /api/tunggakan/export': '          +           | +           | + + -       | 403',

  'POST /api/tunggakan/:id/pengingat': '  403 200 200 | 403 200 200 | 403 200 404 | 403',
  'GET /api/laporan-singkat': '           200         | 200         | 403         | 403',
  'GET /api/push': '                      200         | 200         | 200         | 200',
  'PUT /api/push': '                      200         | 200         | 200         | 200',
  'DELETE /api/push': '                   200         | 200         | 200         | 200',
  'PUT /api/push/pilihan': '              200         | 200         | 200         | 200',
  'GET /api/pengingat/saya': '            200         | 200         | 200         | 200',
  'PUT /api/pengingat/saya': '            200         | 200         | 200         | 200',
  'GET /api/keliling': '                  +           | +           | + + -       | 403',
  'POST /api/keliling': '                 403 201 201 | 403 201 201 | 403 201 404 | 403',
  'GET /api/setoran': '                   +           | +           | + - -       | 403',
  'POST /api/setoran': '                  201         | 201         | 201         | 403',
  'PUT /api/setoran/:id': '               403 200 200 | 403 200 200 | 403         | 403',
  'DELETE /api/setoran/:id': '            200 404 404 | 200 404 404 | 200 404 404 | 403',

  'GET /api/kuitansi/:payment_id': '      200         | 200         | 200 200 404 | 200 404 404',

  'GET /api/pengeluaran': '               200         | 200         | 200         | 200',
  'GET /api/pengeluaran/year/:year': '    200         | 200         | 200         | 200',
  'GET /api/pengeluaran/year/:year/jumlah': ' 200       | 200         | 200         | 200',
  'GET /api/pengeluaran/export/:year': '  200         | 200         | 200         | 200',
  'POST /api/pengeluaran': '              201         | 201         | 403         | 403',
  'DELETE /api/pengeluaran/:id': '        200         | 200         | 403         | 403',

  'POST /api/kas/pembatalan': '           403 200 200 | 403 200 200 | 403         | 403',
  'POST /api/kas/saldo-awal': '           200         | 200         | 403         | 403',
  'POST /api/kas/penerimaan': '           201         | 201         | 403         | 403',
  'GET /api/kas/kategori': '              200         | 200         | 200         | 200',
  'POST /api/kas/kategori': '             201         | 403         | 403         | 403',
  'PUT /api/kas/kategori/:id': '          200         | 403         | 403         | 403',
  'GET /api/kas/akun': '                  200         | 200         | 200         | 200',
  'POST /api/kas/akun': '                 201         | 201         | 403         | 403',
  'PUT /api/kas/akun/:id': '              200         | 200         | 403         | 403',
  'GET /api/kas/dana': '                  200         | 200         | 200         | 200',
  'POST /api/kas/dana': '                 201         | 201         | 403         | 403',
  'PUT /api/kas/dana/:id': '              200         | 200         | 403         | 403',
  'GET /api/kas/saldo': '                 200         | 200         | 200         | 200',
  'GET /api/kas/entri': '                 200         | 200         | 403         | 403',
  'GET /api/kas/entri/jumlah': '          200         | 200         | 403         | 403',
  'GET /api/kas/jurnal': '                200         | 200         | 403         | 403',
  'POST /api/kas/pindah': '               201         | 201         | 403         | 403',
  'GET /api/persetujuan': '               200         | 200         | 403         | 403',
  'PUT /api/persetujuan/:id': '           200         | 200         | 403         | 403',

  'GET /api/tutup-buku': '                200         | 200         | 200         | 200',
  'POST /api/tutup-buku': '               200         | 200         | 403         | 403',
  'POST /api/tutup-buku/versi': '         200         | 200         | 403         | 403',

  'GET /api/lpj': '                       200         | 200         | 200         | 200',

  'GET /api/total-income': '              200         | 200         | 200         | 200',
  'GET /api/buku-kas/saldo': '            200         | 200         | 200         | 200',
  'GET /api/buku-kas/saldo/:year': '      200         | 200         | 200         | 200',
  // Everybody sees all entries; + and - refer to the transfer proof.
  'GET /api/buku-kas/:year': '            +           | +           | + + -       | + - -',
  'GET /api/buku-kas/export/:year': '     +           | +           | + + -       | + - -',

  'POST /api/aduan': '                    201         | 201         | 201         | 201',
  'GET /api/aduan/user': '                + - -       | + - -       | + - -       | + - -',
  'GET /api/aduan': '                     +           | +           | + + -       | + - -',
  'GET /api/aduan/jumlah': '              +           | +           | + + -       | + - -',
  'PUT /api/aduan/:id': '                 200 404 404 | 200 404 404 | 200 404 404 | 200 404 404',
  'DELETE /api/aduan/:id': '              200         | 200 404 404 | 200 200 404 | 200 404 404',
  'PUT /api/aduan/:id/status': '          200         | 200         | 200 200 404 | 403',
  'GET /api/aduan/:id/comments': '        200         | 200         | 200 200 404 | 200 404 404',
  'POST /api/aduan/:id/comments': '       201         | 201         | 201 201 404 | 403',

  'GET /api/posts': '                     +           | +           | +           | +',
  'POST /api/posts': '                    201         | 201         | 201         | 201',
  'DELETE /api/posts/:id': '              200         | 200         | 200         | 200 404 404',
  'POST /api/posts/:id/like': '           200         | 200         | 200         | 200',
  'GET /api/posts/:id/likes': '           200         | 200         | 200         | 200',
  'GET /api/posts/:id/comments': '        200         | 200         | 200         | 200',
  'POST /api/posts/:id/comments': '       201         | 201         | 201         | 201',

  'GET /api/dokumen': '                   200         | 200         | 200         | 200',
  'GET /api/dokumen/kategori': '          200         | 200         | 200         | 200',
  'POST /api/dokumen': '                  201         | 201         | 403         | 403',
  'PUT /api/dokumen/:id': '               200         | 200         | 403         | 403',
  'DELETE /api/dokumen/:id': '            200         | 200         | 403         | 403',

  'GET /api/warga': '                     - + +       | - + +       | - + -       | 403',
  'GET /api/warga/jumlah': '              - + +       | - + +       | - + -       | 403',
  'GET /api/warga/blok': '                - + +       | - + +       | - + -       | 403',
  'POST /api/warga': '                    201         | 201         | 201 201 422 | 403',
  'PUT /api/warga/:id': '                 404 200 200 | 404 200 200 | 404 200 404 | 403',
  'DELETE /api/warga/:id': '              404 200 200 | 404 200 200 | 404 200 404 | 403',

  'GET /api/users': '                     +           | +           | 403         | 403',
  'GET /api/users/perangkat': '           + - -       | 403         | 403         | 403',
  'POST /api/users': '                    201         | 201         | 403         | 403',
  // Admins may not manage admins or themselves here; nobody may delete themselves.
  'PUT /api/users/:id': '                 200         | 403 200 200 | 403         | 403',
  'DELETE /api/users/:id': '              403 200 200 | 403 200 200 | 403         | 403',

  'POST /api/auth/update-profile': '      200 403 403 | 200 403 403 | 200 403 403 | 403',
  'POST /api/auth/update-password': '     200 403 403 | 200 403 403 | 200 403 403 | 403',
  'POST /api/warga/update-profile': '     403         | 403         | 403         | 200 403 403',
  'POST /api/warga/update-password': '    403         | 403         | 403         | 200 403 403',
  'PUT /api/warga/profile': '             403         | 403         | 403         | 200',
  'PUT /api/warga/password': '            403         | 403         | 403         | 200',

  'GET /api/notifications': '             + - -       | + - -       | + - -       | + - -',
  'GET /api/notifications/jumlah': '      + - -       | + - -       | + - -       | + - -',
  'POST /api/notifications/read': '       + - -       | + - -       | + - -       | + - -',
  'GET /api/settings': '                  200         | 200         | 200         | 200',
  'PUT /api/settings': '                  200         | 403         | 403         | 403',
  'GET /api/dashboard/ketua': '           200         | 403         | 403         | 403',
  'GET /api/dashboard/admin': '           403         | 200         | 403         | 403',
  'GET /api/dashboard/koordinator': '     403         | 403         | 200         | 403',
  'GET /api/dashboard/warga': '           403         | 403         | 403         | 200',
  'GET /api/reports/:year': '             +           | +           | + + -       | 403',
  'GET /api/reports/export/:year': '      +           | +           | + + -       | 403',
  'GET /api/reports/export/:year/aduan': '+           | +           | + + -       | 403',
  'GET /api/pembebasan/warga/:userId': '  200         | 200         | 403         | 403',
  'POST /api/pembebasan': '               200         | 200         | 403         | 403',
  'POST /api/pembebasan/akhir': '         200         | 200         | 403         | 403',
  'GET /api/pembebasan/sistem-lama': '    200         | 200         | 403         | 403',
  'POST /api/pembebasan/sistem-lama': '   200         | 200         | 403         | 403',
  'GET /api/tarif': '                     200         | 403         | 403         | 403',
  'GET /api/tarif/ringkasan': '           200         | 403         | 403         | 403',
  'POST /api/tarif': '                    200         | 403         | 403         | 403',
  'GET /api/settings/perubahan': '        200         | 200         | 200         | 200',
  'GET /api/pengawas': '                  200         | 200         | 200         | 200',
  'PUT /api/pengawas': '                  200         | 403         | 403         | 403',
  'GET /api/akun-lama': '                 200         | 403         | 403         | 403',
  'POST /api/akun-lama/:id/hapus-data': ' 200         | 403         | 403         | 403',
  'GET /api/audit': '                     200         | 403         | 403         | 403',
  'POST /api/log/cosign': '               200         | 200         | 403         | 403',
  'GET /api/log/checkpoint': '            200         | 200         | 200         | 200',
  'GET /api/log/consistency': '           200         | 200         | 200         | 200',
  'GET /api/log/restored': '              200         | 200         | 200         | 200',
  'GET /api/log/rotations': '             200         | 200         | 200         | 200',
  'GET /api/log/tile/*': '                200         | 200         | 200         | 200',
  'GET /api/log/tile/entries/*': '        200         | 200         | 200         | 200',
  'GET /api/log/export': '                200         | 200         | 200         | 200',
  'GET /api/log/key': '                   200         | 200         | 200         | 200',
  'GET /api/audit/uang': '                200         | 403         | 403         | 403',
  'GET /api/backup': '                    200         | 403         | 403         | 403',
};

const withoutSession = ['GET /api/welcome', 'POST /api/auth/login', 'POST /api/warga/search'];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let app: TestApp;
let recipes: Map<string, Recipe>;
beforeAll(async () => {
  app = await makeApp();
  recipes = new Map(makeRecipes(app).map((recipe) => [nameOf(recipe.endpoint), recipe]));
});
afterAll(() => app.close());

describe('the table', () => {
  test.each(Object.entries(whoMay))('%s is for %s', (action, sentence) => {
    const reaches: Record<string, Reach> = {
      ketua: 'no',
      admin: 'no',
      koordinator_perblok: 'no',
      warga: 'no',
    };
    for (const part of sentence.split('; ')) {
      const [reach, people = ''] = part.split(': ');
      for (const name of people.split(' '))
        reaches[name === 'koordinator' ? 'koordinator_perblok' : name] = reach as Reach;
    }
    expect(policy[action as keyof typeof policy]).toEqual(reaches);
  });

  test('has no other action', () => {
    expect(Object.keys(policy).toSorted()).toEqual(Object.keys(whoMay).toSorted());
  });
});

describe('every call', () => {
  test('has a row and a recipe, and no row is unused', () => {
    const called = endpoints.map(nameOf).toSorted();
    expect(Object.keys(expected).toSorted()).toEqual(called);
    expect([...recipes.keys()].toSorted()).toEqual(called);
  });

  test.each(Object.keys(expected))('%s', async (name) => {
    const recipe = recipes.get(name);
    if (!recipe) throw new Error('no recipe');
    const columns = [];
    for (const role of roles) columns.push(await columnOf(recipe, role));
    expect(columns.join(' | ')).toBe(
      expected[name]
        ?.split('|')
        .map((column) => column.trim())
        .join(' | '),
    );
  });

  test.each(Object.keys(expected))('%s without a session', async (name) => {
    const recipe = recipes.get(name);
    if (!recipe) throw new Error('no recipe');
    const somebody = await settle('warga', 'A');
    const { input } = await recipe.cook(somebody, somebody);
    const { status, refusal } = await call(app.url, null, recipe.endpoint, input as never);
    if (withoutSession.includes(name)) expect(status).toBe(200);
    else expect({ status, code: refusal.code }).toEqual({ status: 401, code: 'no_session' });
  });

  test('lists exactly the public endpoints, and those open to every session', () => {
    const of = (allow: string) =>
      endpoints
        .filter((endpoint) => endpoint.allow === allow)
        .map(nameOf)
        .toSorted();
    expect(of('public')).toEqual(withoutSession);
    expect(of('signed-in')).toEqual(['GET /api/auth/me', 'GET /api/tunggakan/saya', 'POST /api/auth/logout']);
    expect(
      endpoints
        .filter((endpoint) => endpoint.openWhile)
        .map(nameOf)
        .toSorted(),
    ).toEqual([
      'GET /api/log/checkpoint',
      'GET /api/log/consistency',
      'GET /api/log/key',
      'GET /api/log/restored',
      'GET /api/log/rotations',
      'GET /api/log/tile/*',
      'GET /api/log/tile/entries/*',
    ]);
  });
});

describe('the mark of an auditor', () => {
  const added = {
    'GET /api/persetujuan': '200',
    'PUT /api/persetujuan/:id': '200',
    'GET /api/kas/entri': '200',
    'GET /api/kas/entri/jumlah': '200',
    'GET /api/kas/jurnal': '200',
    'GET /api/audit/uang': '200',
    'POST /api/log/cosign': '200',
  };

  test.each(Object.keys(expected))('%s', async (name) => {
    const recipe = recipes.get(name);
    if (!recipe) throw new Error('no recipe');
    const cells = [];
    for (const whose of recipe.owned ? (['own', 'neighbour', 'stranger'] as const) : (['own'] as const)) {
      const actor = await settle('warga', 'A', { pengawas: true });
      const owner = whose === 'own' ? actor : await settle('warga', whose === 'neighbour' ? 'A' : 'B');
      cells.push(await cellOf(recipe, actor, owner));
    }
    const asResident = expected[name]?.split('|').at(-1)?.trim();
    const result = new Set(cells).size === 1 ? cells[0] : cells.join(' ');
    expect(result).toBe((added as Record<string, string>)[name] ?? asResident);
  });
});

describe('granting a role', () => {
  test.each([
    ['ketua', 'ketua 201, admin 201, koordinator_perblok 201, warga 201'],
    ['admin', 'ketua 403, admin 403, koordinator_perblok 201, warga 201'],
    ['koordinator_perblok', 'ketua 403, admin 403, koordinator_perblok 403, warga 403'],
    ['warga', 'ketua 403, admin 403, koordinator_perblok 403, warga 403'],
  ] as const)('by %s: %s', async (role, sentence) => {
    const actor = await settle(role, 'A');
    const given = [];
    for (const jenis of roles) {
      const body = {
        nama: 'Baru',
        email: `${role}.${jenis}@baru.id`,
        jenis,
        blok: 'A1',
        password: 'mangga-muda-7',
      };
      given.push(`${jenis} ${(await actor.call(createAccount, { body })).status}`);
    }
    expect(given.join(', ')).toBe(sentence);
  });
});

let houses = 0;

function settle(role: Role, letter: 'A' | 'B', options: PersonOptions = {}): Promise<Person> {
  houses += 1;
  const blok = `${letter}${(houses % 999) + 1}-${Math.floor(houses / 999) + 1}`;
  return app.as.person(role, { blok, ...options });
}

/** Results on own, neighbour's and other records; a single value if all are equal. */
async function columnOf(recipe: Recipe, role: Role): Promise<string> {
  const cells = [];
  for (const whose of recipe.owned ? (['own', 'neighbour', 'stranger'] as const) : (['own'] as const)) {
    const actor = await settle(role, 'A');
    const owner = whose === 'own' ? actor : await settle('warga', whose === 'neighbour' ? 'A' : 'B');
    cells.push(await cellOf(recipe, actor, owner));
  }
  return new Set(cells).size === 1 ? `${cells[0]}` : cells.join(' ');
}

async function cellOf({ endpoint, cook }: Recipe, actor: Person, owner: Person): Promise<string> {
  const { input, sees } = await cook(owner, actor);
  const { status, body } = await actor.call(endpoint, input);
  if (!sees || status !== 200) return String(status);
  return (await sees(body as never)) ? '+' : '-';
}
