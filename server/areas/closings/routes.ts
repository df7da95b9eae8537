import * as contract from '../../../contract/closings.ts';
import { dateIn } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Page, PageRequest } from '../../database/page.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { presentTo } from '../approvals/present-proposal.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import { findProposal, type Proposal } from '../approvals/queries.ts';
import { headOf, signedHead } from '../log/find-head.ts';
import { listGaps } from '../statements/month-queries.ts';
import { closingVersion } from './amend-closing.ts';
import { closing } from './close-month.ts';
import * as queries from './queries.ts';
import { type ClosingRequest, closableFrom, nextMonth, refuseUnfinished } from './rules.ts';
import { summarizeMonth } from './summarize-month.ts';

export function routes(context: Context) {
  const { write, clock, config } = context;
  const today = () => dateIn(config.timeZone, clock());
  return [
    route(contract.listClosings, async ({ actor, query }) => ({
      ...(await closingsOf(context, query)),
      berikutnya: can(actor, 'book.write') ? await next(context, actor.id) : null,
    })),
    route(contract.proposeClosing, async ({ actor, body }) => {
      const { persetujuan } = await write(actor, async (tx) => {
        refuseUnfinished(body.bulan, today());
        return await proposeChange(tx, actor, closing, body, config.timeZone);
      });
      const message = persetujuan.keputusan ? successes.monthClosed : successes.proposed;
      return { data: { persetujuan }, message };
    }),
    route(contract.proposeClosingVersion, async ({ actor, body }) => {
      const { persetujuan } = await write(actor, (tx) =>
        proposeChange(tx, actor, closingVersion, body, config.timeZone),
      );
      const message = persetujuan.keputusan ? successes.closingAmended : successes.proposed;
      return { data: { persetujuan }, message };
    }),
  ];
}

async function closingsOf(context: Context, request: PageRequest): Promise<Page<contract.Closing>> {
  const { db } = context;
  const { data, nextCursor } = await queries.listClosings(db, request);
  const ids = data.map(({ id }) => id);
  const versions = await queries.listVersions(db, ids);
  const checkpoints = await checkpointsOf(context, ids);
  return {
    data: data.map((row) => ({
      ...row,
      ...headIn(checkpoints.find(({ id }) => id === row.id)?.catatan),
      ringkasan: JSON.parse(row.ringkasan) as contract.ClosingSummary,
      sendiri: row.disusun_oleh === row.disetujui_oleh,
      versi: versions
        .filter(({ tutup_buku_id }) => tutup_buku_id === row.id)
        .map((version) => ({ ...version, sendiri: version.disusun_oleh === version.disetujui_oleh })),
    })),
    nextCursor,
  };
}

/** The newest closing may hold entries that are not signed yet. @param closings newest first */
async function checkpointsOf(context: Context, closings: readonly number[]) {
  const kept = await queries.listCheckpoints(context.db, closings);
  if (closings.length === 0 || kept.find(({ id }) => id === closings[0])?.catatan) return kept;
  await signedHead(context);
  return await queries.listCheckpoints(context.db, closings);
}

/** The head that the closing keeps was signed before it, and lacks its own entries. */
function headIn(catatan: string | null | undefined): Pick<contract.Closing, 'log_ukuran' | 'log_kepala'> {
  if (!catatan) return { log_ukuran: null, log_kepala: null };
  const { ukuran, kepala } = headOf(catatan);
  return { log_ukuran: ukuran, log_kepala: kepala };
}

async function next(context: Context, reader: number): Promise<contract.NextClosing | null> {
  const { db, clock, config } = context;
  const bulan = await nextMonth(db);
  if (bulan === null) return null;
  const mulai = closableFrom(bulan);
  const bisa = dateIn(config.timeZone, clock()) >= mulai;
  const latest = await queries.latestProposal(db, bulan);
  const proposal = latest === null ? null : found(await findProposal(db, latest));
  return {
    bulan,
    mulai,
    bisa,
    ringkasan: await summarizeMonth(db, bulan),
    mutasi: bisa ? await listGaps(db, bulan) : [],
    usulan: proposal && (await presentTo(context, reader, proposal)),
    hitungan: proposal?.keputusan === 'tolak' ? countedFor(proposal) : null,
  };
}

function countedFor({ permintaan }: Pick<Proposal, 'permintaan'>): contract.NextClosing['hitungan'] {
  const { akun, alasan, dana_id = null } = JSON.parse(permintaan) as ClosingRequest;
  return { akun: [...akun], alasan: alasan || null, dana_id };
}
