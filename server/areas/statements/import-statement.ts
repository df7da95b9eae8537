import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { comparable } from '../../../contract/references.ts';
import type {
  importStatement as endpoint,
  ImportResult,
  StatementColumns,
} from '../../../contract/statements.ts';
import { bankDay } from '../../bank/bank-day.ts';
import type { Statement } from '../../bank/parse-statement.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Upload } from '../../http/files/upload.ts';
import { Refusal } from '../../http/refusal.ts';
import { lastClosedMonth } from '../closings/queries.ts';
import { choosePlace } from '../places/rules.ts';
import { movesMoney, newLines } from './find-new-lines.ts';
import * as queries from './import-queries.ts';
import { refusalOf } from './problem-words.ts';
import { readStatement } from './read-statement.ts';
import { refuseOtherAccount } from './refuse-other-account.ts';

/** '' for columns that are not named. */
type Wanted = z.output<typeof endpoint.body>;

/** @throws Refusal 422 if only some of the columns are named */
function columnsOf(fields: Omit<Wanted, 'akun_id' | 'rekening_lain'>): StatementColumns | undefined {
  const named = Object.entries(fields).filter(([key, title]) => key.startsWith('kolom_') && title);
  if (named.length === 0) return undefined;
  const columns = Object.fromEntries(named.map(([key, title]) => [key.slice('kolom_'.length), title]));
  const { tanggal, uraian, jumlah, masuk } = columns;
  const errors = {
    ...(!tanggal && { kolom_tanggal: 'Pilih kolom tanggal' }),
    ...(!uraian && { kolom_uraian: 'Pilih kolom uraian' }),
    ...(!jumlah && !masuk && { kolom_masuk: 'Pilih kolom uang masuk atau kolom jumlah' }),
  };
  const [message] = Object.values(errors);
  if (message) throw new Refusal('invalid_fields', { errors, message });
  return columns as unknown as StatementColumns;
}

/** All lines of the file that are not stored yet, or nothing. */
export async function importStatement(
  { db, clock, files, write }: Context,
  actor: Author,
  { akun_id, rekening_lain, ...fields }: Wanted,
  upload: Upload,
): Promise<ImportResult> {
  const named = columnsOf(fields);
  const columns = named ?? (await queries.findColumns(db, akun_id));
  const today = bankDay(clock());
  const statement = await readStatement(actor.id, { bytes: await readFile(upload.path), today, columns });
  if ('error' in statement) throw refusalOf(statement);
  const stored = await files.storeDocument(upload, 'statement');
  return await write(
    actor,
    async (tx) => {
      await choosePlace(tx.db, { akun_id });
      await tx.dialect.serialize(tx.db, 'statements');
      if (rekening_lain !== '1') await refuseOtherAccount(tx.db, akun_id, statement.akun);
      const lines = await newLines(tx.db, akun_id, statement);
      const { bank, akun: rekening, dari, sampai, saldo_awal, rows } = statement;
      const pending = rows.filter(({ tanggal }) => tanggal === null);
      const made = {
        akun_id,
        bank,
        rekening,
        dari,
        sampai,
        saldo_awal,
        saldo_akhir: statement.saldo_akhir_terbuku,
        banyak: rows.filter((line) => line.tanggal !== null && movesMoney(line)).length,
        baru: lines.length,
        pada: tx.now,
      };
      const id = await queries.insertImport(tx, { ...made, berkas: stored.nama, oleh: actor.id });
      const positions = positionsOf(rows);
      await queries.insertLines(
        tx,
        lines.map(({ kunci, tanggal, jumlah, uraian, saldo, referensi }) => ({
          akun_id,
          impor_id: id,
          kunci,
          tanggal,
          urutan: positions.get(kunci) ?? 0,
          jumlah,
          uraian,
          saldo,
          referensi: comparable(referensi ?? '') === '' ? null : referensi,
          status: 'terbuka' as const,
          diputuskan_pada: null,
          diputuskan_oleh: null,
          expense_id: null,
          penerimaan_id: null,
        })),
      );
      if (named && bank === null) await queries.storeColumns(tx, akun_id, named);
      await tx.audit('statement.imported', 'statements', id, { sesudah: made });
      tx.changed('statements');
      await tx.dialect.serialize(tx.db, 'book'); // a month may be closed at the same time
      const closed = await lastClosedMonth(tx.db);
      if (closed !== null) await queries.dropFiles(tx, closed);
      return {
        ...made,
        id,
        terbukti: saldo_awal !== null,
        oleh_nama: actor.nama,
        tertunda: pending.map(({ jumlah, uraian }) => ({ jumlah, uraian })),
      };
    },
    [stored],
  );
}

/** Of each line within its day. */
function positionsOf(rows: Statement['rows']): ReadonlyMap<string, number> {
  const days = new Map<string | null, number>();
  return new Map(
    rows.map(({ kunci, tanggal }) => {
      const at = days.get(tanggal) ?? 0;
      days.set(tanggal, at + 1);
      return [kunci, at];
    }),
  );
}
