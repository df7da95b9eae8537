/** Concurrent changes of one account: the audit log stays consistent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAccount } from '../../../contract/officers.ts';
import { recordPayment } from '../../../contract/payments.ts';
import { scopeOf } from '../../../contract/policy.ts';
import { createPost } from '../../../contract/posts.ts';
import { changeProfileWarga, updateProfile } from '../../../contract/profile.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { found } from '../../http/refusal.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';
import { deleteAccount } from './delete-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const auditOf = async (id: number) => {
  const rows = await readAudit(app.context.db, { entitas: 'users', entitas_id: id });
  return rows.map(({ aksi, sebelum: before, sesudah: after }) => ({ aksi, before, after }));
};

test('records concurrent changes with the state before each of them', async () => {
  const [admin, siti] = [await app.as.admin(), await app.as.warga('A1')];
  const changes = Array.from({ length: 16 }, (_, index) => {
    const body = { nama: `Siti ${index}` };
    return index % 2
      ? admin.call(changeResident, { params: { id: siti.id }, body })
      : siti.call(changeProfileWarga, { body });
  });
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(16).fill(200));
  const [, ...entries] = await auditOf(siti.id); // after the row of the account itself
  const names = entries.map(({ after }) => after?.nama);
  expect(entries.map(({ before }) => before?.nama)).toEqual([siti.nama, ...names.slice(0, -1)]);
});

test('keeps the name that a deleted account had at its deletion', async () => {
  const admin = await app.as.admin();
  for (let round = 1; round <= 8; round += 1) {
    const siti = await app.as.warga(`B${round}`);
    const [deleted] = await Promise.all([
      admin.call(deleteResident, { params: { id: siti.id } }),
      ...[1, 2, 3].map((index) => siti.call(changeProfileWarga, { body: { nama: `Lain ${index}` } })),
    ]);
    expect(deleted.status).toBe(200);
    const { aksi, before } = (await auditOf(siti.id)).at(-1) ?? {};
    const row = await app.context.db
      .selectFrom('users')
      .select('nama')
      .where('id', '=', siti.id)
      .executeTakeFirstOrThrow();
    expect([aksi, before?.nama]).toEqual(['account.deleted', row.nama]);
  }
});

// Calls the use cases directly, so that both requests have been admitted.
test('keeps one of two ketua who delete each other at the same time', async () => {
  const [one, two] = [await app.as.ketua('Satu'), await app.as.ketua('Dua')];
  const removal = ({ actor }: Person, { id }: Person) =>
    deleteAccount(
      app.context,
      { ...actor, admittedTo: 'users.delete' },
      found(scopeOf(actor, 'users.delete')),
      { id },
    );
  const outcomes = await Promise.allSettled([removal(one, two), removal(two, one)]);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'no_session' } }]);
});

test('answers concurrent changes of officers by each other without a deadlock', async () => {
  const [one, two] = [await app.as.ketua('Tiga'), await app.as.ketua('Empat')];
  const siti = await app.as.warga('C1');
  const rename = (by: Person, whom: Person, index: number) =>
    by.call(changeAccount, { params: { id: whom.id }, body: { nama: `Nama ${index}` } });
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => [
      rename(one, two, index),
      rename(two, one, index),
      rename(one, siti, index),
      one.call(updateProfile, { body: { nama: `Diri ${index}`, email: one.email } }),
      siti.call(changeProfileWarga, { body: { nama: `Siti ${index}` } }),
      siti.call(createPost, { body: { konten: 'Halo' } }),
      two.call(recordPayment, {
        body: { user_id: siti.id, tahun: 2025, bulan: index + 1, jumlah: 100_000 },
        files: { bukti_transfer: await photo() },
      }),
    ]).map(async (sent) => await Promise.all(await sent)),
  );
  const statuses = answers.flat().map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
});
