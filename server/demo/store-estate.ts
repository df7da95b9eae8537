/** Writes the planned data. Rows of each table are inserted in chronological order, because lists sort by id. */
import type { Insertable } from 'kysely';
import { monthKey } from '../../contract/format.ts';
import { blockSortKey } from '../../contract/people.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { recordAllDebtors } from '../areas/accounts/debtor-queries.ts';
import { bookAll } from '../areas/book/queries.ts';
import { storeSettings } from '../areas/settings/queries.ts';
import { appendAuditRows, bookedRows } from '../database/append-rows.ts';
import type { ReadableRow } from '../database/audit-leaf.ts';
import type { Numbered } from '../database/insert-row.ts';
import { stateRows } from '../database/note-state.ts';
import type { Schema } from '../database/schema.ts';
import type { Tx } from '../database/write.ts';
import type { Calendar } from './calendar.ts';
import type { PlannedComment } from './complaints.ts';
import type { Estate } from './estate.ts';
import { auditRows, notificationRows } from './history.ts';
import type { People, Person } from './people.ts';
import {
  closeMonths,
  inNameOf,
  proposeNextMonth,
  proposeOpening,
  splitMoney,
  takeBackMistake,
} from './treasurer.ts';
import { treasury } from './treasury.ts';
import { waiveDues } from './waivers.ts';

export interface Prepared {
  files: Insertable<Schema['files']>[];
  passwordHash: string;
  calendar: Calendar;
  timeZone: string;
  /** Two accounts and two funds instead of one of each. */
  isSplit: boolean;
}

export interface Ids {
  person(person: Person): number;
  payments: number[];
  expenses: number[];
  income: number[];
}

export async function storeEstate(
  tx: Tx,
  estate: Estate,
  { files, passwordHash, calendar, timeZone, isSplit }: Prepared,
): Promise<void> {
  const { db } = tx;
  const [firstMonth] = calendar.months;
  if (firstMonth) {
    const dues = { sejak: monthKey(firstMonth), jumlah: defaultSettings.duesAmount };
    await db.insertInto('dues').values(dues).execute();
  }
  await storeSettings(tx, treasury);
  await storeAll(tx, 'files', files);
  const person = await storePeople(tx, estate.people, passwordHash);
  const payments = await storePayments(tx, estate, person, calendar);
  await recordAllDebtors(tx, firstMonth && new Date(firstMonth.start).toISOString());
  const expenses = await storeExpenses(tx, estate, person, calendar);
  const income = await storeIncome(tx, estate, person, calendar);
  const officers = {
    ketua: { id: person(estate.people.ketua), nama: estate.people.ketua.nama },
    admin: { id: person(estate.people.admin), nama: estate.people.admin.nama },
  };
  const { opening, rows: openingRows } = await proposeOpening(tx, calendar, officers);
  await bookAll(tx, opening);
  const closingRows = await closeMonths(tx, calendar, officers);
  await storeComplaints(tx, estate, person);
  await storePosts(tx, estate, person);
  await storeDocuments(tx, estate, person);
  const ids: Ids = { person, payments, expenses, income };
  await storeAll(tx, 'notifications', notificationRows(estate, ids, calendar));
  const told = [...(await noted(tx)), ...openingRows, ...auditRows(estate, ids), ...closingRows];
  await appendAuditRows(
    db,
    tx.dialect,
    told.toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1)),
  );
  await appendAuditRows(db, tx.dialect, bookedRows(db));
  const [asAdmin, today] = [inNameOf(tx, officers.admin), calendar.dateOf(calendar.now)];
  await takeBackMistake(asAdmin, officers.admin, today);
  await proposeNextMonth(asAdmin, calendar, officers.admin, timeZone);
  await waiveDues(tx, estate, person, { ...officers, tanggal: today, timeZone, calendar });
  if (isSplit) await splitMoney(asAdmin, officers.admin, today);
}

/** Accounts from the day on which they were made, and settings from the first. */
async function noted({ db, now }: Tx): Promise<ReadableRow[]> {
  const { accounts, settings } = await stateRows(db, now);
  return [...accounts.map((row) => ({ ...row, tanggal: String(row.sesudah?.created_at) })), ...settings];
}

/** Databases limit the number of parameters per statement. */
const rowsAtOnce = 400;

async function storeAll<Table extends keyof Schema>(
  { db }: Tx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto<keyof Schema>(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}

/** @returns the ids, assigned in the order of the rows, which RETURNING would not guarantee */
async function storeNumbered<Table extends Numbered>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<number[]> {
  await storeAll(tx, table, rows);
  const stored = await tx.db.selectFrom<Numbered>(table).select('id').orderBy('id').execute();
  return stored.map(({ id }) => id);
}

async function storePeople(tx: Tx, people: People, password_hash: string): Promise<Ids['person']> {
  const { ketua, admin, coordinators, former, residents } = people;
  const everyone = [ketua, admin, ...coordinators, ...former, ...residents];
  const rows = everyone.map(({ joined, ...fields }) => ({
    ...fields,
    urutan_blok: blockSortKey(fields.blok),
    password_hash,
    created_at: joined.toISOString(),
  }));
  const ids = await storeNumbered(tx, 'users', rows);
  const byPerson = new Map(everyone.map((one, index) => [one, ids[index]]));
  return (one) => {
    const id = byPerson.get(one);
    if (id === undefined) throw new Error(`${one.nama} is not one of the estate's people`);
    return id;
  };
}

async function storePayments(tx: Tx, { payments }: Estate, person: Ids['person'], calendar: Calendar) {
  const rows = payments.map(({ payer, uploaded, decided, reviewer, proof: _, ...fields }) => ({
    ...fields,
    user_id: person(payer),
    tanggal_upload: uploaded.toISOString(),
    tanggal_konfirmasi: decided?.toISOString() ?? null,
    tanggal_kas: decided && fields.status === 'dikonfirmasi' ? calendar.dateOf(decided) : null,
    dikonfirmasi_oleh: reviewer && person(reviewer),
  }));
  return await storeNumbered(tx, 'payments', rows);
}

async function storeExpenses(tx: Tx, { expenses }: Estate, person: Ids['person'], calendar: Calendar) {
  const rows = expenses.map(({ used, created, by, scene: _, ...fields }) => ({
    ...fields,
    tanggal_digunakan: calendar.dateOf(used),
    tanggal_dibuat: created.toISOString(),
    admin_id: person(by),
  }));
  return await storeNumbered(tx, 'expenses', rows);
}

async function storeIncome(tx: Tx, { income }: Estate, person: Ids['person'], calendar: Calendar) {
  const rows = income.map(({ received, by, ...fields }) => ({
    ...fields,
    tanggal: calendar.dateOf(received),
    tanggal_dibuat: received.toISOString(),
    admin_id: person(by),
  }));
  return await storeNumbered(tx, 'penerimaan', rows);
}

async function storeComplaints(tx: Tx, { complaints }: Estate, person: Ids['person']) {
  const rows = complaints.map((complaint) => ({
    user_id: person(complaint.by),
    judul: complaint.judul,
    kategori: complaint.kategori,
    deskripsi: complaint.deskripsi,
    foto: complaint.foto,
    status: complaint.status,
    jawaban: complaint.jawaban,
    foto_jawaban: complaint.foto_jawaban,
    dijawab_oleh: complaint.answeredBy && person(complaint.answeredBy),
    tanggal_aduan: complaint.at.toISOString(),
  }));
  const ids = await storeNumbered(tx, 'complaints', rows);
  const refer = (index: number) => ({ aduan_id: ids[index] ?? 0 });
  await storeAll(tx, 'complaint_comments', commentRows(complaints, person, refer));
}

/** Oldest first. */
const commentRows = <Reference>(
  records: readonly { comments: readonly PlannedComment[] }[],
  person: Ids['person'],
  refer: (index: number) => Reference,
) =>
  records
    .flatMap(({ comments }, index) =>
      comments.map(({ by, komentar, at }) => ({
        ...refer(index),
        user_id: person(by),
        komentar,
        tanggal_komentar: at.toISOString(),
      })),
    )
    .toSorted((a, b) => (a.tanggal_komentar < b.tanggal_komentar ? -1 : 1));

async function storePosts(tx: Tx, { posts }: Estate, person: Ids['person']) {
  const rows = posts.map(({ by, konten, foto, at }) => ({
    user_id: person(by),
    konten,
    foto,
    tanggal_post: at.toISOString(),
  }));
  const ids = await storeNumbered(tx, 'posts', rows);
  const refer = (index: number) => ({ post_id: ids[index] ?? 0 });
  const likes = posts.flatMap((post, index) =>
    post.likes.map(({ by, at }) => ({
      ...refer(index),
      user_id: person(by),
      tanggal_like: at.toISOString(),
    })),
  );
  await storeAll(tx, 'post_likes', likes);
  await storeAll(tx, 'post_comments', commentRows(posts, person, refer));
}

async function storeDocuments(tx: Tx, { documents }: Estate, person: Ids['person']) {
  const rows = documents.map(({ by, at, content, ...fields }) => ({
    ...fields,
    tipe_file: 'application/pdf',
    ukuran_file: content.length,
    admin_id: person(by),
    tanggal_upload: at.toISOString(),
  }));
  await storeAll(tx, 'documents', rows);
}
