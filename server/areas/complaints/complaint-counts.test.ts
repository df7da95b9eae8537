/** After each event, lists, counts, dashboards, reports and exports show the same complaints to every reader. */
import { expect, test } from 'vitest';
import * as complaints from '../../../contract/complaints.ts';
import * as dashboards from '../../../contract/dashboard.ts';
import { monthIn } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { exportComplaintReport, getReport } from '../../../contract/reports.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

const zone = 'Asia/Jakarta';
type Raw = Pick<complaints.Complaint, 'id' | 'user_id' | 'status' | 'kategori' | 'blok'> & {
  tahun: number;
  bulan: number;
};

async function rawOf({ context }: TestApp): Promise<Raw[]> {
  const rows = await context.db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .select(['complaints.id', 'user_id', 'complaints.status', 'kategori', 'blok', 'tanggal_aduan'])
    .where('complaints.dihapus_pada', 'is', null)
    .orderBy('complaints.id', 'desc')
    .execute();
  return rows.map(({ tanggal_aduan, ...row }) => ({ ...row, ...monthIn(zone, new Date(tanggal_aduan)) }));
}

const byStatus = (rows: readonly Raw[]) =>
  Object.fromEntries(
    complaints.complaintStatuses.map((status) => [
      status,
      rows.filter((row) => row.status === status).length,
    ]),
  );
const byCategory = (rows: readonly Raw[]) =>
  Object.fromEntries(
    complaints.complaintCategories.map((kategori) => [
      kategori,
      rows.filter((row) => row.kategori === kategori).length,
    ]),
  );
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

interface Reader {
  reader: Person;
  /** A letter that the reader chooses. */
  blok?: string;
  /** What the reader may see of it. */
  visible: readonly Raw[];
}

async function compareList({ reader, blok, visible }: Reader, name: string) {
  const { listComplaints, countComplaints, complaintCategories, complaintStatuses } = complaints;
  expect
    .soft((await reader.call(countComplaints, { query: { blok } })).body.data, name)
    .toEqual(byStatus(visible));
  for (const kategori of complaintCategories) {
    const own = visible.filter((row) => row.kategori === kategori);
    const counts = (await reader.call(countComplaints, { query: { blok, kategori } })).body.data;
    expect.soft(counts, `${name} ${kategori}`).toEqual(byStatus(own));
  }
  for (const status of [undefined, ...complaintStatuses]) {
    const { data } = (await reader.call(listComplaints, { query: { blok, status } })).body;
    const own = visible.filter((row) => status === undefined || row.status === status);
    expect.soft(ids(data), `${name} ${status}`).toEqual(ids(own));
  }
}

async function compareReports({ reader, blok, visible }: Reader, name: string, years: readonly number[]) {
  for (const year of years) {
    const [params, query] = [{ year }, { blok }];
    const own = visible.filter(({ tahun }) => tahun === year);
    const { aduan } = (await reader.call(getReport, { params, query })).body.data;
    const { terbaru, perKategori, perBulan, ...counts } = aduan;
    expect.soft(counts, `${name} ${year}`).toEqual({ total: own.length, ...byStatus(own) });
    expect.soft(perKategori, `${name} ${year}`).toEqual(byCategory(own));
    expect.soft(ids(terbaru), `${name} ${year}`).toEqual(ids(own).slice(0, 5));
    const months = perBulan.map((_, at) => own.filter(({ bulan }) => bulan === at + 1));
    expect.soft(perBulan, `${name} ${year}`).toEqual(months.map(({ length }) => length));
    const { data } = (await reader.call(exportComplaintReport, { params, query })).body;
    expect
      .soft(
        data.map(({ bulan: _, ...row }) => row),
        `${name} ${year} export`,
      )
      .toEqual(months.map((rows) => ({ total: rows.length, ...byStatus(rows), ...byCategory(rows) })));
  }
}

async function done<Answer extends { status: number }>(answer: Promise<Answer>): Promise<Answer> {
  expect((await answer).status).toBeLessThan(300);
  return await answer;
}

test('all counts of complaints agree', async () => {
  const app = await makeApp();
  const { ketua, admin, rina } = {
    ketua: await app.as.ketua(),
    admin: await app.as.admin(),
    rina: await app.as.koordinator('A'),
  };
  const [siti, budi, tono] = [await app.as.warga('A1'), await app.as.warga('A2'), await app.as.warga('B1')];
  app.clock.set('2025-12-31T16:59:00.000Z'); // the last minute of the year in Jakarta

  async function agrees(after: string) {
    const all = await rawOf(app);
    const now = monthIn(zone, app.clock.now);
    const years = [2025, 2026];
    const inA = all.filter((row) => blockLetter(row.blok) === 'A');
    for (const reader of [ketua, admin]) {
      const name = `${after}: ${reader.nama}`;
      await compareList({ reader, visible: all }, name);
      await compareList({ reader, blok: 'A', visible: inA }, `${name} A`);
      await compareReports({ reader, visible: all }, name, years);
      await compareReports({ reader, blok: 'A', visible: inA }, `${name} A`, years);
    }
    await compareList({ reader: rina, visible: inA }, `${after}: koordinator`);
    await compareReports({ reader: rina, visible: inA }, `${after}: koordinator`, years);
    const { pending, selesai } = byStatus(all);
    expect.soft((await ketua.call(dashboards.ketuaDashboard)).body.data, after).toMatchObject({
      aduanPending: pending,
      aduanBulanIni: all.filter(({ tahun, bulan }) => tahun === now.tahun && bulan === now.bulan).length,
    });
    expect
      .soft((await admin.call(dashboards.adminDashboard)).body.data, after)
      .toMatchObject({ totalAduan: all.length, aduanPending: pending, aduanSelesai: selesai });
    expect
      .soft((await rina.call(dashboards.koordinatorDashboard)).body.data, after)
      .toMatchObject({ totalAduan: inA.length, aduanPending: byStatus(inA)['pending'] });
    for (const warga of [siti, budi, tono]) {
      const { status, body } = await warga.call(complaints.listOwnComplaints);
      if (status === 401) continue;
      const own = all.filter(({ user_id }) => user_id === warga.id);
      expect.soft(ids(body.data), after).toEqual(ids(own));
      await compareList({ reader: warga, visible: own }, `${after}: ${warga.nama}`);
      const page = (await warga.call(dashboards.wargaDashboard)).body.data;
      expect
        .soft([page.totalAduan, ids(page.aduanTerbaru)], after)
        .toEqual([own.length, ids(own).slice(0, 3)]);
    }
  }

  const complain = async (by: Person, kategori: complaints.ComplaintCategory) =>
    (
      await done(
        by.call(complaints.createComplaint, { body: { judul: 'Lampu', kategori, deskripsi: 'Mati.' } }),
      )
    ).body.id;
  const answer = (id: number, status: complaints.ComplaintStatus) =>
    done(admin.call(complaints.answerComplaint, { params: { id }, body: { status, jawaban: 'Baik' } }));

  await agrees('nothing');
  const first = await complain(siti, 'keamanan');
  await complain(tono, 'keamanan');
  app.clock.set('2025-12-31T17:00:00.000Z'); // the next year there
  for (const kategori of complaints.complaintCategories) await complain(budi, kategori);
  const second = await complain(siti, 'lainnya');
  await complain(rina, 'kebersihan');
  await agrees('new ones before and after midnight');
  await answer(first, 'selesai');
  await answer(second, 'proses');
  await answer(await complain(budi, 'lainnya'), 'ditolak');
  await agrees('answers');
  await done(
    siti.call(complaints.changeComplaint, { params: { id: second }, body: { kategori: 'kebersihan' } }),
  );
  await agrees('another category');
  await done(siti.call(complaints.deleteComplaint, { params: { id: first } }));
  await agrees('a deletion');
  await done(admin.call(changeResident, { params: budi, body: { blok: 'B2' } }));
  await agrees('a move into another block');
  await done(admin.call(deleteResident, { params: siti }));
  await agrees('an account deleted');
  app.clock.set('2026-02-01T03:00:00.000Z');
  await agrees('a month later');
  await app.close();
});
