import { type Insertable, sql } from 'kysely';
import type { Decision } from '../../../contract/approvals.ts';
import { roles } from '../../../contract/people.ts';
import { type Action, can } from '../../../contract/policy.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { givesControl, relatedSince } from './rules.ts';

const order = newestFirst<{ id: number }>('persetujuan');

const proposals = (db: Db) =>
  db
    .selectFrom('persetujuan')
    .innerJoin('users as proposer', 'proposer.id', 'persetujuan.diajukan_oleh')
    .selectAll('persetujuan')
    .select([
      'proposer.nama as diajukan_oleh_nama',
      sql<string | null>`(SELECT nama FROM users WHERE users.id = persetujuan.diputuskan_oleh)`.as(
        'diputuskan_oleh_nama',
      ),
    ]);
export type Proposal = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

export function listProposals(db: Db, isOpen: boolean | undefined, request: PageRequest) {
  const found = proposals(db).$if(isOpen !== undefined, (query) =>
    query.where('keputusan', isOpen ? 'is' : 'is not', null),
  );
  return readPage(found, order, request);
}

export function findProposal(db: Db, id: number) {
  return proposals(db).where('persetujuan.id', '=', id).executeTakeFirst();
}

export const insertProposal = (tx: Tx, proposal: Insertable<Schema['persetujuan']>) =>
  insertRow(tx, 'persetujuan', proposal);

type Decided = Pick<Schema['persetujuan'], 'alasan' | 'isi' | 'sidik'> & { keputusan: Decision; by: number };

/** False if somebody has decided before. */
export async function decide(tx: Tx, id: number, { by, ...decided }: Decided): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('persetujuan')
    .set({ ...decided, diputuskan_oleh: by, diputuskan_pada: tx.now })
    .where('id', '=', id)
    .where('keputusan', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everybody else who may do this, by their role or as an auditor. */
export async function listOthersWhoMay(db: Db, action: Action, except: number) {
  const allowed = roles.filter((jenis) => can({ jenis }, action));
  const isForAuditors = can({ jenis: 'warga', pengawas: true }, action);
  return await db
    .selectFrom('users')
    .select(['id', 'nama'])
    .where((eb) => eb.or([eb('jenis', 'in', allowed), ...(isForAuditors ? [eb('pengawas', '=', 1)] : [])]))
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where('id', '<>', except)
    .orderBy('id')
    .execute();
}

/** Whether one of the accounts could lately act as the other, so that they are not two people. */
export async function areOnePerson(db: Db, one: number, other: number, now: string): Promise<boolean> {
  return (await findControls(db, one, [other], now)).length > 0;
}

/** What this account and others lately did to each other: `by` made `over`, set its password or changed its role. */
export async function findControls(db: Db, account: number, others: readonly number[], now: string) {
  const controls = await findControlsAround(db, account, others, now);
  return controls.filter(({ by }) => by === account || others.includes(by));
}

/** The same, and what anybody else did to this account. */
export async function findControlsAround(db: Db, account: number, over: readonly number[], now: string) {
  const rows = await db
    .selectFrom('audit')
    .select(['user_id as by', 'entitas_id as over', 'tanggal', 'sebelum', 'sesudah'])
    .where('entitas', '=', 'users')
    .where('aksi', 'in', ['account.created', 'account.changed'])
    .where('tanggal', '>', relatedSince(now))
    .where('entitas_id', 'in', [account, ...over])
    .where((eb) => eb.or([eb('entitas_id', '=', account), eb('user_id', '=', account)]))
    .whereRef('user_id', '<>', 'entitas_id')
    .$narrowType<{ by: number; over: number }>()
    .execute();
  return rows.filter(givesControl);
}

export function listOpenOfOthers(db: Db, decider: number) {
  return db
    .selectFrom('persetujuan')
    .select(['jenis', 'permintaan', 'diajukan_oleh'])
    .where('keputusan', 'is', null)
    .where('diajukan_oleh', '<>', decider)
    .execute();
}
