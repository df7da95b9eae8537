import { afterAll, beforeAll, expect, test } from 'vitest';
import * as complaints from '../../../contract/complaints.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
let siti: Person;
let staff: Person[];
beforeAll(async () => {
  app = await makeApp();
  siti = await app.as.warga('A1-1');
  staff = [await app.as.ketua(), await app.as.admin(), await app.as.koordinator('A')];
});
afterAll(() => app.close());

const report = async () => {
  const body = { judul: 'Banjir', kategori: 'lainnya', deskripsi: 'Sejak subuh' } as const;
  return (await siti.call(complaints.createComplaint, { body })).body.id;
};

interface Answer {
  status: string;
  jawaban: string | null;
}

const auditOf = async (id: number) => {
  const rows = await readAudit(app.context.db, { entitas: 'complaints', entitas_id: id });
  return rows.map(({ aksi, user_id, sebelum, sesudah }) => ({
    aksi,
    user_id,
    before: sebelum as unknown as Answer,
    after: sesudah as unknown as Answer,
  }));
};

test('records concurrent answers with the state before each of them', async () => {
  const id = await report();
  const sent = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const actor = staff[index % staff.length] as Person;
      const status = complaints.complaintStatuses[index % 4] ?? 'pending';
      const body = { status, jawaban: `Jawaban ${index}` };
      const answer = await actor.call(complaints.answerComplaint, { params: { id }, body });
      return { status: answer.status, by: actor.id, jawaban: body.jawaban };
    }),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array(12).fill(200));

  const entries = await auditOf(id);
  expect(entries.map(({ user_id, after }) => `${user_id} ${after.jawaban}`).toSorted()).toEqual(
    sent.map(({ by, jawaban }) => `${by} ${jawaban}`).toSorted(),
  );
  entries.forEach(({ before }, index) => {
    expect(before).toMatchObject(entries[index - 1]?.after ?? { status: 'pending', jawaban: null });
  });
  const [row] = (await siti.call(complaints.listOwnComplaints)).body.data;
  expect(row).toMatchObject(entries.at(-1)?.after ?? {});
});

test('keeps both a concurrent edit and an answer', async () => {
  const file = await photo();
  for (let round = 0; round < 6; round += 1) {
    const id = await report();
    const [changed, answered] = await Promise.all([
      siti.call(complaints.changeComplaint, {
        params: { id },
        body: { judul: 'Banjir surut' },
        files: { foto: file },
      }),
      staff[1]?.call(complaints.answerComplaint, {
        params: { id },
        body: { status: 'selesai', jawaban: 'Sudah surut.' },
      }),
    ]);
    expect([changed.status, answered?.status]).toEqual([200, 200]);
    const { data } = (await siti.call(complaints.listOwnComplaints)).body;
    expect(data[0]).toMatchObject({ id, judul: 'Banjir surut', status: 'selesai', jawaban: 'Sudah surut.' });
  }
});

test('deletes once during a concurrent answer', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await report();
    const [answered, ...deleted] = await Promise.all([
      staff[1]?.call(complaints.answerComplaint, { params: { id }, body: { status: 'proses' } }),
      siti.call(complaints.deleteComplaint, { params: { id } }),
      staff[0]?.call(complaints.deleteComplaint, { params: { id } }),
    ]);
    expect(deleted.map((each) => String(each?.status)).toSorted()).toEqual(['200', '404']);
    const actions = (await auditOf(id)).map(({ aksi }) => aksi);
    expect(actions).toEqual(
      answered?.status === 200 ? ['complaint.answered', 'complaint.deleted'] : ['complaint.deleted'],
    );
  }
});

test('of two who saw no answer the second is told, unless both wrote the same', async () => {
  const id = await report();
  const [ketua, admin] = staff as [Person, Person];
  const answer = (by: Person, jawaban: string, jawaban_dilihat?: string) =>
    by.call(complaints.answerComplaint, {
      params: { id },
      body: { status: 'proses', jawaban, jawaban_dilihat },
    });
  expect((await answer(ketua, 'Besok\nditambal', '')).status).toBe(200);
  expect((await answer(ketua, 'Besok\nditambal', '')).status).toBe(200);
  expect((await answer(admin, 'Kapan-kapan', '')).refusal).toMatchObject({ code: 'complaint_answered' });
  expect((await answer(admin, 'Lusa', 'Besok\r\nditambal')).status).toBe(200);
  expect((await answer(ketua, 'Hari ini')).status).toBe(200);
  expect((await auditOf(id)).map(({ after }) => after.jawaban?.replaceAll('\r\n', '\n'))).toEqual([
    'Besok\nditambal',
    'Lusa',
    'Hari ini',
  ]);
});

test('a photo alone does not replace that of an answer which its sender did not see', async () => {
  const id = await report();
  const [ketua, admin] = staff as [Person, Person];
  const file = await photo();
  const answer = (by: Person, body: { jawaban?: string; jawaban_dilihat?: string }) =>
    by.call(complaints.answerComplaint, {
      params: { id },
      body: { status: 'selesai', ...body },
      files: { foto_jawaban: file },
    });
  const first = (await answer(ketua, { jawaban: 'Sudah disedot', jawaban_dilihat: '' })).body.data;
  expect((await answer(admin, { jawaban_dilihat: '' })).refusal).toMatchObject({
    code: 'complaint_answered',
  });
  expect((await siti.call(complaints.listOwnComplaints)).body.data[0]).toEqual(first);
  const again = await answer(admin, {});
  expect([again.status, again.body.data.nama_admin]).toEqual([200, admin.nama]);
});

test('of answers at once by those who saw none, one is stored', async () => {
  const id = await report();
  const sent = await Promise.all(
    staff.map((by) =>
      by.call(complaints.answerComplaint, {
        params: { id },
        body: { status: 'proses', jawaban: `Jawaban ${by.id}`, jawaban_dilihat: '' },
      }),
    ),
  );
  expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect(await auditOf(id)).toHaveLength(1);
});
