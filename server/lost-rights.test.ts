/**
 * Loss of account, session, role or block between admission and transaction: the write is refused and changes
 * nothing.
 */
import type { FastifyReply } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logout } from '../contract/auth.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { RefusalCode } from '../contract/messages.ts';
import { changeAccount, deleteAccount } from '../contract/officers.ts';
import { uploadPaymentWarga } from '../contract/payments.ts';
import { type Role, roles } from '../contract/people.ts';
import { can, policy, type Reach } from '../contract/policy.ts';
import { createPost, listPosts } from '../contract/posts.ts';
import { changeProfileWarga } from '../contract/profile.ts';
import { exportReport } from '../contract/reports.ts';
import { endSessions } from './areas/auth/queries.ts';
import { insertPost } from './areas/posts/queries.ts';
import { endpoints } from './areas.ts';
import { markDeleted } from './database/mark-deleted.ts';
import type { AccountTx } from './database/write.ts';
import { sendSpreadsheet } from './http/spreadsheet.ts';
import { makeApp, startOfTests, type TestApp } from './testing/app.ts';
import type { Person } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';
import { stateOf } from './testing/state.ts';
import { tracesOf } from './testing/traces.ts';
import { untilWaiting } from './testing/until-waiting.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writing = endpoints.filter(({ method }) => method !== 'GET');

let app: TestApp;
let ketua: Person;
let recipes: Map<string, Recipe>;
let meanwhile: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  const beforeWrite = async () => {
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
  };
  app = await makeApp({ CHANGES_PER_MINUTE: '10000' }, { beforeWrite });
  ketua = await app.as.ketua();
  recipes = new Map(makeRecipes(app).map((recipe) => [nameOf(recipe.endpoint), recipe]));
});
afterAll(() => app.close());
afterEach(() => {
  meanwhile = undefined;
  app.clock.set(startOfTests);
});

function makerOf({ allow }: Endpoint): { jenis: Role; reach: Reach } {
  if (allow === 'signed-in' || allow === 'public') return { jenis: 'admin', reach: 'own' };
  const reaches = ['block', 'own', 'all'] as const;
  const reach = reaches.find((each) => roles.some((jenis) => policy[allow][jenis] === each)) ?? 'no';
  return { jenis: roles.find((jenis) => policy[allow][jenis] === reach) ?? 'ketua', reach };
}

let houses = 0;
const settle = (jenis: Role, letter = 'A') =>
  app.as.person(jenis, { blok: `${letter}${(houses % 999) + 1}-${Math.floor(houses++ / 999) + 1}` });

async function prepare(endpoint: Endpoint) {
  const recipe = recipes.get(nameOf(endpoint));
  if (!recipe) throw new Error('no recipe');
  const { jenis, reach } = makerOf(endpoint);
  const maker = await settle(jenis);
  const owner = reach === 'own' ? maker : await settle('warga');
  const { input } = await recipe.cook(owner, maker);
  return { maker, send: () => maker.call(endpoint, input) };
}

const change = ({ id }: Person, body: object) => ketua.call(changeAccount, { params: { id }, body });

const newRole: Record<Role, Role> = {
  ketua: 'admin',
  admin: 'koordinator_perblok',
  koordinator_perblok: 'warga',
  warga: 'koordinator_perblok',
};

const losses: Record<string, (maker: Person) => Promise<{ status: number }>> = {
  'is deleted': ({ id }) => ketua.call(deleteAccount, { params: { id } }),
  'is deactivated': (maker) => change(maker, { status: 'inactive' }),
  'signs out': (maker) => maker.call(logout),
  'has a session that lapses': async () => {
    app.clock.set('2026-08-15T03:00:00.000Z');
    return { status: 200 };
  },
  'gets another role': (maker) => change(maker, { jenis: newRole[maker.jenis] }),
  'gets another block': (maker) => change(maker, { blok: 'B900' }),
};
const lose = async (maker: Person, loss: string) =>
  expect(await losses[loss]?.(maker)).toMatchObject({ status: 200 });

function refusalOf(endpoint: Endpoint, loss: string): string | undefined {
  const { jenis, reach } = makerOf(endpoint);
  const { allow } = endpoint;
  if (loss === 'gets another block') return reach === 'block' ? '403 rights_changed' : undefined;
  if (loss !== 'gets another role') return '401 no_session';
  if (allow === 'signed-in' || allow === 'public') return undefined;
  return can({ jenis: newRole[jenis] }, allow) ? '403 rights_changed' : '403 forbidden';
}

/** Who holds cash is neither deleted nor made a resident (`cash_in_hand`), and these calls need cash. */
const isPossible = ({ endpoint, loss }: { endpoint: Endpoint; loss: string }) =>
  !['is deleted', 'gets another role'].includes(loss) || endpoint.allow !== 'handovers.make';

const cases = writing
  .filter(({ allow }) => allow !== 'public')
  .flatMap((endpoint) => Object.keys(losses).map((loss) => ({ endpoint, loss, name: nameOf(endpoint) })))
  .filter(isPossible)
  .map((each) => ({ ...each, refusal: refusalOf(each.endpoint, each.loss) }));

describe('a call whose author, before it writes,', () => {
  test.each(cases.filter(({ refusal }) => refusal))(
    '$loss is refused with $refusal and leaves nothing: $name',
    async ({ endpoint, loss, refusal }) => {
      const { maker, send } = await prepare(endpoint);
      const files = await tracesOf(app);
      let before: unknown;
      meanwhile = async () => {
        await lose(maker, loss);
        before = await stateOf(app.context);
      };
      const answer = await send();
      expect(`${answer.status} ${answer.refusal.code}`).toBe(refusal);
      expect(await stateOf(app.context)).toEqual(before);
      expect((await tracesOf(app)).objects).toEqual(files.objects);
    },
  );

  test.each(cases.filter(({ refusal }) => !refusal))(
    '$loss goes on where that does not matter: $name',
    async ({ endpoint, loss }) => {
      const { maker, send } = await prepare(endpoint);
      meanwhile = () => lose(maker, loss);
      expect((await send()).body.status).toBe('success');
      expect(meanwhile).toBeUndefined();
    },
  );
});

test('the state differs after a commit, and only then', async () => {
  const before = await stateOf(app.context);
  expect(await stateOf(app.context)).toEqual(before);
  await settle('warga');
  expect(await stateOf(app.context)).not.toEqual(before);
});

test('only sign-in and Cek Warga write without a session', () => {
  const open = writing.filter(({ allow }) => allow === 'public').map(nameOf);
  expect(open.toSorted()).toEqual(['POST /api/auth/login', 'POST /api/warga/search']);
});

describe('a resident who moves house in the middle of', () => {
  const move = (resident: Person) => resident.call(changeProfileWarga, { body: { blok: 'C12' } });

  test('a post or payment is accepted', async () => {
    const resident = await settle('warga');
    meanwhile = () => move(resident);
    expect((await resident.call(createPost, { body: { konten: 'Kami pindah' } })).status).toBe(201);
    const other = await settle('warga');
    meanwhile = () => move(other);
    const body = { tahun: 2026, bulan: 7 };
    const paid = await other.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
    expect(paid.status).toBe(201);
  });

  test('changing the house is accepted', async () => {
    const resident = await settle('warga');
    meanwhile = () => resident.call(changeProfileWarga, { body: { blok: 'D7' } });
    expect((await move(resident)).body.user.blok).toBe('C12');
  });
});

test('a waiting export is refused if its reader is deleted meanwhile', async () => {
  const admin = await settle('admin');
  const turn = Promise.withResolvers<never>();
  const reply = { raw: { destroyed: false } } as FastifyReply;
  const before = sendSpreadsheet(reply, ketua.actor, 'csv', [], () => turn.promise);
  const waiting = admin.call(exportReport, { params: { year: 2026 }, query: { format: 'csv' } });
  await lose(admin, 'is deleted');
  turn.reject(new Error('no file'));
  await expect(before).rejects.toThrow('no file');
  expect((await waiting).status).toBe(401);
});

describe('two transactions at once', () => {
  const post = ({ id, actor }: Person, meanwhile?: () => Promise<unknown>) =>
    app.context.write({ ...actor, admittedTo: 'posts.create' }, async (tx) => {
      await meanwhile?.();
      return await insertPost(tx, { user_id: id, konten: 'Yang terakhir', foto: null });
    });
  const set = (tx: AccountTx, fields: object) =>
    tx.db.updateTable('users').set(fields).where('id', '=', tx.account).execute();
  const remove = (tx: AccountTx) => markDeleted(tx, 'users', tx.account, tx.account);

  test.each<[string, RefusalCode, (tx: AccountTx) => Promise<unknown>]>([
    ['is being deleted', 'no_session', remove],
    ['is being deactivated', 'no_session', (tx) => set(tx, { status: 'inactive' })],
    ['is being demoted', 'rights_changed', (tx) => set(tx, { jenis: 'warga' })],
    ['is being signed out', 'no_session', (tx) => endSessions(tx)],
  ])('an author who %s waits for that and is refused with %s', async (_, code, lose) => {
    const author = await settle('admin');
    let posted: Promise<unknown> | undefined;
    await app.context.writeAccount('system', author.id, async (tx) => {
      await lose(tx);
      posted = Promise.allSettled([post(author)]);
      await untilWaiting(app, 1);
    });
    expect(await posted).toMatchObject([{ reason: { code } }]);
  });

  test('removing an account waits for its running write', async () => {
    const author = await settle('admin');
    const ends: string[] = [];
    let removal: Promise<unknown> | undefined;
    await post(author, async () => {
      removal = app.context.writeAccount('system', author.id, remove).then(() => ends.push('removal'));
      await untilWaiting(app, 1);
      ends.push('write');
    });
    await removal;
    expect(ends).toEqual(['write', 'removal']);
    expect((await ketua.call(listPosts)).body.data[0]?.konten).toBe('Yang terakhir');
  });
});
