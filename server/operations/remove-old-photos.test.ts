import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerComplaint,
  changeComplaint,
  createComplaint,
  deleteComplaint,
} from '../../contract/complaints.ts';
import { deletePaymentWarga, uploadPaymentWarga } from '../../contract/payments.ts';
import { createPost, deletePost } from '../../contract/posts.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { photo } from '../testing/pictures.ts';
import { startBackground } from './background.ts';
import { findViolations } from './doctor/find-violations.ts';
import { removeOldPhotos } from './remove-old-photos.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp({ BACKUP_KEEP: '0' });
});
afterAll(() => app.close());

const nameOf = (nama: string | null) => nama ?? 'no photo';

test('deletes photos 90 days after deletion or replacement, and keeps others and proofs', async () => {
  const today = new Date();
  const after = (days: number, minutes: number) =>
    app.clock.set(new Date(today.getTime() + (days * 24 * 60 + minutes) * 60_000).toISOString());
  after(0, 0);
  const siti = await app.as.warga('A1');
  const ketua = await app.as.ketua();
  const post = async () =>
    (await siti.call(createPost, { body: { konten: 'Kabar' }, files: { foto: await photo() } })).body.data;
  const fields = { judul: 'Lampu', kategori: 'infrastruktur', deskripsi: 'Padam' } as const;
  const complaint = async () => {
    const { id } = (await siti.call(createComplaint, { body: fields, files: { foto: await photo() } })).body;
    const answered = { status: 'proses', jawaban: 'Segera' } as const;
    const files = { foto_jawaban: await photo() };
    return (await ketua.call(answerComplaint, { params: { id }, body: answered, files })).body.data;
  };
  const [livePost, deletedPost] = [await post(), await post()];
  const [liveComplaint, deletedComplaint] = [await complaint(), await complaint()];
  const replaced = liveComplaint.foto;
  const changed = await siti.call(changeComplaint, {
    params: { id: liveComplaint.id },
    body: fields,
    files: { foto: await photo() },
  });
  await siti.call(deletePost, { params: { id: deletedPost.id } });
  await siti.call(deleteComplaint, { params: { id: deletedComplaint.id } });
  const paid = await siti.call(uploadPaymentWarga, {
    body: { tahun: today.getFullYear(), bulan: 7 },
    files: { bukti_transfer: await photo() },
  });
  await siti.call(deletePaymentWarga, { params: { id: paid.body.id } });

  const stay = [
    livePost.foto,
    liveComplaint.foto_jawaban,
    changed.body.data.foto,
    paid.body.data.bukti_transfer,
  ].map(nameOf);
  const go = [deletedPost.foto, deletedComplaint.foto, deletedComplaint.foto_jawaban, replaced].map(nameOf);
  const { context } = app;
  const kept = async () => {
    const named = await context.db.selectFrom('files').select('nama').execute();
    const stored: string[] = [];
    for (const folder of ['uploads', 'thumbnails'])
      for await (const { key } of context.storage.list(folder)) stored.push(key);
    return { named: named.map(({ nama }) => nama).toSorted(), stored: stored.toSorted() };
  };
  const keys = (names: string[]) =>
    ['uploads', 'thumbnails'].flatMap((folder) => names.map((name) => `${folder}/${name}`));
  const auditBefore = await context.db.selectFrom('audit').selectAll().execute();

  after(90, -1);
  await removeOldPhotos(context);
  expect((await kept()).named).toEqual([...stay, ...go].toSorted());
  after(90, 1);
  const stop = startBackground(context, 20);
  await eventually(async () =>
    expect(await kept()).toEqual({ named: stay.toSorted(), stored: keys(stay).toSorted() }),
  );
  await stop();

  expect(await context.db.selectFrom('audit').selectAll().execute()).toEqual(auditBefore);
  expect(auditBefore.map(({ aksi, user_id }) => [aksi, user_id])).toContainEqual(['post.deleted', siti.id]);
  const [row] = await context.db
    .selectFrom('posts')
    .select(['konten', 'foto', 'dihapus_oleh'])
    .where('id', '=', deletedPost.id)
    .execute();
  expect(row).toEqual({ konten: 'Kabar', foto: null, dihapus_oleh: siti.id });
  expect((await findViolations(context)).violations).toEqual([]);
});
