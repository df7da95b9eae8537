/** What staff do with the lines of a statement on the screen. */
import {
  importStatement,
  listStatementLines,
  matchStatementLines,
  type StatementLine,
} from '../../contract/statements.ts';
import type { Person } from './people.ts';
import { fileOf } from './statement-recipes.ts';

export const importLines = (by: Person, content: string, akun_id = 1) =>
  by.call(importStatement, { body: { akun_id }, files: { berkas: fileOf(content) } });

export const openLines = async (by: Person) =>
  (await by.call(listStatementLines, { query: { status: 'terbuka', limit: 100 } })).body.data;

/** Confirms what is proposed for these lines. */
export const acceptProposals = (by: Person, lines: readonly StatementLine[]) =>
  by.call(matchStatementLines, {
    body: {
      cocok: lines.map(({ id, usulan }) => ({
        mutasi_id: id,
        tagihan: (usulan?.tagihan ?? []).map(({ user_id, bulan }) => ({ user_id, bulan })),
      })),
    },
  });
