import { can, type Scope } from '../../../contract/policy.ts';
import * as settlements from '../../../contract/settlements.ts';
import * as contract from '../../../contract/statements.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { PageRequest } from '../../database/page.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { findStatementFile, listImports } from './import-queries.ts';
import { importStatement } from './import-statement.ts';
import { type LineFilter, listLines, listProven } from './line-queries.ts';
import { markLine } from './mark-line.ts';
import { matchLines } from './match-lines.ts';
import { forget, listKnown } from './payer-queries.ts';
import { propose } from './propose-dues.ts';
import * as radar from './radar-queries.ts';
import { listSettleable, settleLine } from './settle-line.ts';
import { listSimilar } from './similar-queries.ts';
import { withdrawImport } from './withdraw-import.ts';

export function routes(context: Context) {
  const { db } = context;
  return [
    route(contract.importStatement, ({ actor, body, files }) =>
      importStatement(context, actor, body, files.berkas),
    ),
    route(contract.listStatementImports, ({ query }) => listImports(db, query)),
    route(contract.withdrawStatementImport, async ({ actor, params }) => ({
      message: await context.write(actor, (tx) => withdrawImport(tx, params.id)),
    })),
    route(contract.listStatementLines, ({ actor, scope, query }) =>
      linesWithProposals(context, actor, scope, query),
    ),
    route(contract.matchStatementLines, async ({ actor, scope, body }) => ({
      data: await matchLines(context, actor, scope, body.cocok),
      message: successes.linesMatched,
    })),
    route(contract.markStatementLine, async ({ actor, params, body }) => {
      await context.write(actor, (tx) => markLine(tx, actor, params.id, body.status));
      return { message: successes.lineMarked };
    }),
    route(settlements.listSettleable, async ({ scope, params }) => ({
      data: await listSettleable(context, scope, params.id),
    })),
    route(settlements.settleLine, async ({ actor, scope, params, body }) => ({
      data: { biaya: await settleLine(context, actor, scope, { ...params, ...body }) },
      message: successes.linesMatched,
    })),
    route(contract.listKnownPayers, ({ scope, query }) => listKnown(db, scope, query)),
    route(contract.forgetKnownPayer, ({ actor, params }) => forgetPayer(context, actor, params.id)),
    route(contract.getStatementRadar, async ({ scope }) => ({
      data: {
        bukti_sama: await radar.listSamePictures(db, scope),
        nomor_sama: await radar.listSameNumbers(db, scope),
        referensi_sama: await radar.listSameReferences(db),
        tanpa_mutasi: await radar.listSlipsWithoutLine(db, scope),
        tanpa_bukti: await radar.countOpenCredits(db),
      },
    })),
  ];
}

async function linesWithProposals(
  context: Context,
  actor: Author,
  scope: Scope,
  query: LineFilter & PageRequest,
) {
  const { data, nextCursor } = await listLines(context.db, query, query);
  // The rest of a settlement is matched with confirmed slips.
  const open = data.filter(({ status, jumlah, biaya }) => status === 'terbuka' && jumlah > 0 && biaya === 0);
  const oldestFirst = open.toSorted((a, b) => a.tanggal.localeCompare(b.tanggal) || a.id - b.id);
  const proposals = await propose(context, actor, scope, oldestFirst);
  const proven = await listProven(
    context.db,
    data.map(({ id }) => id),
  );
  const unexplained = data.filter(
    ({ id, status, jumlah, sisa }) => status === 'terbuka' && sisa === jumlah && !proposals.get(id)?.usulan,
  );
  const none = { usulan: null, alasan: null, calon: [] };
  const similar = await listSimilar(
    context.db,
    unexplained.map((line) => ({ ...none, ...line, ...proposals.get(line.id) })),
  );
  const settled = { ...none, alasan: 'qris' as const };
  return {
    data: data.map((line) => ({
      ...line,
      transaksi: line.expense_id !== null || line.penerimaan_id !== null,
      serupa: similar.get(line.id) ?? [],
      pembayaran: proven.filter(({ mutasi_id }) => mutasi_id === line.id),
      ...(proposals.get(line.id) ?? (line.biaya > 0 && line.sisa > 0 ? settled : none)),
    })),
    nextCursor,
  };
}

async function forgetPayer({ write }: Context, actor: Author, id: number) {
  await write(actor, async (tx) => {
    // Without the name: it is to be forgotten.
    const sebelum = found(await forget(tx, id));
    await tx.audit('payer.forgotten', 'statements', null, { sebelum });
    tx.changed('statements');
  });
  return { message: successes.payerForgotten };
}

export const statementFileRule: AssetRule = async (db, actor, nama) =>
  can(actor, 'statements.read') && (await findStatementFile(db, nama))
    ? { filename: 'mutasi-bank.bin' }
    : null;
