/** Decisions between two accounts of which one had lately made the other, set its password or changed its role. */
import { sql } from 'kysely';
import { strangersAfterDays } from '../../../contract/policy.ts';
import { givesControl } from '../../areas/approvals/rules.ts';
import type { Db } from '../../database/open.ts';

const day = 24 * 60 * 60 * 1_000;

interface Control {
  by: number;
  over: number;
  since: string;
  until: string;
}

/**
 * For people to ask about, not violations: some were decided before this rule, others because nobody else could decide.
 */
export async function listPastCases(db: Db): Promise<string[]> {
  const cases = new Set<string>();
  for await (const control of controls(db)) {
    for (const { id, payer, decider, decided } of await decidedPayments(db, control))
      cases.add(`Pembayaran ${id} milik ${payer} ${inWords(decider, decided, control)}`);
    for (const { id, proposer, decider, decided } of await decidedProposals(db, control))
      cases.add(`Usulan ${id} dari ${proposer} ${inWords(decider, decided, control)}`);
  }
  return [...cases];
}

const dayOf = (instant: string) => instant.slice(0, 'YYYY-MM-DD'.length);

const inWords = (decider: string, decided: string | null, { since }: Control) =>
  `diputuskan ${decider} pada ${dayOf(decided ?? '')}, padahal salah satu akun itu dibuat atau diubah oleh yang lain pada ${dayOf(since)}`;

const rowsAtOnce = 1_000;

async function* controls(db: Db): AsyncGenerator<Control> {
  for (let last = 0, isFull = true; isFull; ) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'user_id', 'entitas_id', 'tanggal', 'aksi', 'sebelum', 'sesudah'])
      .where('entitas', '=', 'users')
      .where('aksi', 'in', ['account.created', 'account.changed'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    isFull = rows.length === rowsAtOnce;
    last = rows.at(-1)?.id ?? last;
    for (const { user_id: by, entitas_id: over, tanggal: since, ...row } of rows) {
      if (by === null || over === null || by === over || !givesControl(row)) continue;
      const until = new Date(Date.parse(since) + strangersAfterDays * day).toISOString();
      yield { by, over, since, until };
    }
  }
}

/** Of whoever had the other account in their hands; and of officers, by those who had theirs. */
function decidedPayments(db: Db, { by, over, since, until }: Control) {
  return db
    .selectFrom('payments')
    .innerJoin('users as payer', 'payer.id', 'payments.user_id')
    .innerJoin('users as decider', 'decider.id', 'payments.dikonfirmasi_oleh')
    .select([
      'payments.id',
      'payer.nama as payer',
      'decider.nama as decider',
      'payments.tanggal_konfirmasi as decided',
    ])
    .where(
      sql<boolean>`((payments.user_id = ${by} AND payments.dikonfirmasi_oleh = ${over})
        OR (payments.user_id = ${over} AND payments.dikonfirmasi_oleh = ${by} AND payer.jenis <> 'warga'))`,
    )
    .where('payments.tanggal_konfirmasi', '>=', since)
    .where('payments.tanggal_konfirmasi', '<', until)
    .orderBy('payments.id')
    .execute();
}

function decidedProposals(db: Db, { by, over, since, until }: Control) {
  return db
    .selectFrom('persetujuan')
    .innerJoin('users as proposer', 'proposer.id', 'persetujuan.diajukan_oleh')
    .innerJoin('users as decider', 'decider.id', 'persetujuan.diputuskan_oleh')
    .select([
      'persetujuan.id',
      'proposer.nama as proposer',
      'decider.nama as decider',
      'persetujuan.diputuskan_pada as decided',
    ])
    .where(
      sql<boolean>`((diajukan_oleh = ${by} AND diputuskan_oleh = ${over})
        OR (diajukan_oleh = ${over} AND diputuskan_oleh = ${by}))`,
    )
    .where('persetujuan.diputuskan_pada', '>=', since)
    .where('persetujuan.diputuskan_pada', '<', until)
    .orderBy('persetujuan.id')
    .execute();
}
