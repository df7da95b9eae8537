import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { erasedName, FormerAccount } from '../../../contract/erasure.ts';
import { blockSortKey } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { withoutValues } from '../../database/audit-leaf.ts';
import { columnsOf } from '../../database/columns-of.ts';
import {
  aboutPayers,
  type erasedAccount,
  isAnswerer,
  isPersonal,
  listAnsweredValues,
  listPersonalValues,
} from '../../database/erasures.ts';
import { auditedColumns } from '../../database/note-state.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import type { Schema } from '../../database/schema.ts';
import { inScope } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import type { AccountTx } from '../../database/write.ts';

const columns = columnsOf('users', FormerAccount);
const order = newestFirst<{ id: number }>('users');

export function listFormer(db: Db, scope: Scope, q: string | undefined, request: PageRequest) {
  const found = db
    .selectFrom('users')
    .select(columns)
    .where((eb) => eb.or([eb('users.dihapus_pada', 'is not', null), eb('users.status', '=', 'inactive')]))
    .where(inScope(scope))
    .where(matchesWords(db, people, q));
  return readPage(found, order, request);
}

export const findErasable = (db: Db, scope: Scope, id: number) =>
  db
    .selectFrom('users')
    .select([...columns, 'users.status'])
    .where('users.id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst();

export async function listErased(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id as user_id', 'created_at as sejak', 'data_dihapus_pada as pada'])
    .where('data_dihapus_pada', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ pada, ...row }) => ({ ...row, pada: pada ?? '' }));
}

export const findNotErased = (db: Db, id: number, sejak: string) =>
  db
    .selectFrom('users')
    .select(auditedColumns)
    .where('id', '=', id)
    .where('created_at', '=', sejak)
    .where('data_dihapus_pada', 'is', null)
    .executeTakeFirst();

export const isDeleted = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('dihapus_pada', 'is not', null)
    .executeTakeFirst()) !== undefined;

export const findNamed = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'nama', 'blok', 'jenis'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Every name, e-mail and phone number that the person had. */
export async function listKnownAs(db: Db, { id, nama }: { id: number; nama: string }) {
  const rows = await auditRows(db).where('entitas', '=', 'users').where('entitas_id', '=', id).execute();
  const told = rows.map(withValues).flatMap(({ sebelum, sesudah }) => [sebelum ?? {}, sesudah ?? {}]);
  const texts = (field: string) =>
    told.map((fields) => fields[field]).filter((one) => typeof one === 'string');
  return {
    names: [...new Set([nama, ...texts('nama')])],
    contacts: [...new Set([...texts('email'), ...texts('no_hp')])],
  };
}

export async function eraseAccountRow(
  tx: AccountTx,
  erased: ReturnType<typeof erasedAccount>,
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({
      ...erased,
      urutan_blok: blockSortKey(erased.blok),
      password_hash: '',
      foto_profile: null,
      data_dihapus_pada: tx.now,
    })
    .where('id', '=', tx.account)
    .execute();
  for (const table of ownTables) await tx.db.deleteFrom(table).where('user_id', '=', tx.account).execute();
}

/** Tables of rows about one account that nothing else needs. */
const ownTables = [
  'known_devices',
  'idempotency_keys',
  'notifications',
  'tanpa_pengingat',
  'pengirim_dikenal',
  'langganan_push',
  'kabar_push',
  'pilihan_push',
] as const;

/** The house stays in the book: it is what the dues were paid for, and receipts name it. */
export async function eraseFromMoney({ db, account }: AccountTx): Promise<void> {
  const payments = db.selectFrom('payments').select('id').where('user_id', '=', account);
  await db
    .updateTable('kas_entri')
    .set({ nama: erasedName })
    .where('payment_id', 'in', payments)
    .where('nama', '<>', erasedName)
    .execute();
  await db
    .updateTable('payments')
    .set({ keterangan: null, catatan: null, referensi: null })
    .where('user_id', '=', account)
    .execute();
}

/** What stands instead of their words. */
export const gone = '(dihapus)';

/** What the person wrote and photographed; answers of others stay. */
export async function eraseTexts(tx: AccountTx): Promise<void> {
  const { db, account, now } = tx;
  const photos = [
    ...(await db.selectFrom('posts').select('foto').where('user_id', '=', account).execute()),
    ...(await db.selectFrom('complaints').select('foto').where('user_id', '=', account).execute()),
    ...(await listFormerPhotos(tx)),
  ].flatMap(({ foto }) => foto ?? []);
  await db
    .updateTable('posts')
    .set({ konten: gone, foto: null, dihapus_pada: sql<string>`coalesce(dihapus_pada, ${now})` })
    .where('user_id', '=', account)
    .execute();
  await db
    .updateTable('complaints')
    .set({ judul: gone, deskripsi: gone, foto: null })
    .where('user_id', '=', account)
    .execute();
  for (const table of ['post_comments', 'complaint_comments'] as const)
    await db.updateTable(table).set({ komentar: gone }).where('user_id', '=', account).execute();
  await db.deleteFrom('post_likes').where('user_id', '=', account).execute();
  for (const nama of photos) await db.deleteFrom('files').where('nama', '=', nama).execute();
}

export const listOpenComplaints = ({ db, account }: AccountTx) =>
  db
    .selectFrom('complaints')
    .select(['id', 'status', 'jawaban'])
    .where('user_id', '=', account)
    .where('dihapus_pada', 'is', null)
    .where('status', 'in', ['pending', 'proses'])
    .orderBy('id')
    .execute();

export const updateComplaint = (
  { db }: AccountTx,
  id: number,
  told: Pick<Schema['complaints'], 'status' | 'jawaban'>,
) => db.updateTable('complaints').set(told).where('id', '=', id).execute();

/** Of complaints, those that another one has replaced, or that were removed: only the audit log knows them. */
async function listFormerPhotos({ db, account }: AccountTx): Promise<{ foto: string | null }[]> {
  const rows = await auditRows(db)
    .where('entitas', '=', 'complaints')
    .where('entitas_id', 'in', db.selectFrom('complaints').select('id').where('user_id', '=', account))
    .execute();
  return rows.map(withValues).map(({ sebelum }) => ({
    foto: typeof sebelum?.foto === 'string' ? sebelum.foto : null,
  }));
}

/** Salts and values; the rows and their leaves stay as they are. */
export async function eraseAuditValues({ db, account }: AccountTx): Promise<void> {
  type Row = Awaited<ReturnType<typeof listAnsweredValues>>[number];
  const erase = async ({ id, isi, ...row }: Row, isErased: (field: string) => boolean) => {
    const kept = withoutValues(row, { nama: null, isi }, { nama: false, isErased });
    await db.updateTable('audit_nilai').set({ isi: kept.isi }).where('audit_id', '=', id).execute();
  };
  for (const row of await listPersonalValues(db, account))
    await erase(row, (field) => isPersonal(row.entitas, field));
  for (const row of await listAnsweredValues(db, account)) await erase(row, isAnswerer);
  await db
    .updateTable('audit_nilai')
    .set({ nama: null })
    .where('audit_id', 'in', db.selectFrom('audit').select('id').where('user_id', '=', account))
    .execute();
}

export const listProposals = ({ db, account }: AccountTx) =>
  db
    .selectFrom('persetujuan')
    .innerJoin('kas_entri', (join) =>
      join.on(sql<SqlBool>`persetujuan.tentang = CAST(kas_entri.nomor AS text)`),
    )
    .innerJoin('payments', 'payments.id', 'kas_entri.payment_id')
    .select(['persetujuan.id', 'persetujuan.isi', 'persetujuan.permintaan', 'persetujuan.alasan'])
    .where('persetujuan.jenis', '=', 'pembatalan')
    .where('payments.user_id', '=', account)
    .execute();

type ToldProposal = Pick<Schema['persetujuan'], 'isi' | 'permintaan' | 'alasan'>;

export async function updateProposal({ db }: AccountTx, id: number, told: ToldProposal): Promise<void> {
  await db.updateTable('persetujuan').set(told).where('id', '=', id).execute();
}

/** What was proposed about the dues of this person, with a reason in free words. */
export const listWaiverProposals = ({ db, account }: AccountTx) =>
  db
    .selectFrom('persetujuan')
    .select(['id', 'isi', 'permintaan'])
    .where('jenis', 'in', aboutPayers)
    .where('tentang', '=', String(account))
    .execute();

/** Names of others that contain this one, as "Siti Aminah" does "Siti". */
export async function listLongerNames({ db, account }: AccountTx, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('nama')
    .where('id', '<>', account)
    .where('nama', '<>', name)
    .where(sql<SqlBool>`replace(nama, ${name}, '') <> nama`)
    .execute();
  return rows.map(({ nama }) => nama);
}

/** Notifications that contain the name, without those of what somebody else of this name did at that instant. */
export const listNotifications = ({ db, account }: AccountTx, name: string) =>
  db
    .selectFrom('notifications')
    .select(['id', 'jenis', 'pesan'])
    .where(sql<SqlBool>`replace(pesan, ${name}, '') <> pesan`)
    .where(
      sql<SqlBool>`tanggal NOT IN (${actsOf(sql`SELECT id FROM users WHERE nama = ${name} AND id <> ${account}`)})`,
    )
    .execute();

/** When these accounts did what others are told of. */
const actsOf = (accounts: RawBuilder<unknown>) =>
  sql.join(
    [
      sql`SELECT tanggal FROM audit WHERE user_id IN (${accounts})`,
      sql`SELECT tanggal_upload FROM payments WHERE user_id IN (${accounts})`,
      sql`SELECT tanggal_aduan FROM complaints WHERE user_id IN (${accounts})`,
      sql`SELECT tanggal_komentar FROM complaint_comments WHERE user_id IN (${accounts})`,
      sql`SELECT tanggal_post FROM posts WHERE user_id IN (${accounts})`,
    ],
    sql` UNION ALL `,
  );

export async function updateNotification({ db }: AccountTx, id: number, pesan: string): Promise<void> {
  await db.updateTable('notifications').set({ pesan }).where('id', '=', id).execute();
}

/** Answers that are kept for repeats of what others have sent, and contain the text. */
export const listAnswers = ({ db }: AccountTx, text: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'kunci', 'jawaban'])
    .where(sql<SqlBool>`replace(jawaban, ${text}, '') <> jawaban`)
    .execute();

export async function updateAnswer(
  { db }: AccountTx,
  { user_id, kunci }: { user_id: number; kunci: string },
  jawaban: string,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ jawaban })
    .where('user_id', '=', user_id)
    .where('kunci', '=', kunci)
    .execute();
}
