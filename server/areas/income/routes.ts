import type * as z from 'zod/mini';
import { dateIn } from '../../../contract/format.ts';
import { addIncome } from '../../../contract/income.ts';
import { can } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { book } from '../book/book-entry.ts';
import { refuseOutsideBook } from '../book/rules.ts';
import { refuseUnknownCategory } from '../categories/refuse-unknown-category.ts';
import { markEntered } from '../statements/mark-line.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  return [route(addIncome, ({ actor, body, files }) => enterIncome(context, actor, body, files.bukti))];
}

type Body = z.output<typeof addIncome.body>;

async function enterIncome(
  { clock, config, files, write }: Context,
  actor: Author,
  body: Body,
  proof: Upload | undefined,
) {
  const { akun_id, dana_id, mutasi_id, ...fields } = body;
  const { judul, kategori, tanggal, jumlah } = fields;
  refuseOutsideBook(tanggal, dateIn(config.timeZone, clock()));
  const isPdf = proof?.mime === 'application/pdf';
  const stored =
    proof &&
    (await (isPdf ? files.storeDocument(proof, 'income-document') : files.storeImage(proof, 'income')));
  return await write(
    actor,
    async (tx) => {
      await refuseUnknownCategory(tx, 'penerimaan', kategori);
      const bukti = stored?.nama ?? null;
      const id = await queries.insertIncome(tx, { ...fields, bukti, admin_id: actor.id });
      const ofLine = { mutasi_id, akun_id, jumlah };
      await book(tx, {
        tanggal,
        jumlah,
        jenis: 'penerimaan',
        kategori,
        keterangan: judul,
        penerimaan_id: id,
        akun_id: await markEntered(tx, actor, ofLine, { penerimaan_id: id }),
        dana_id,
        by: actor.id,
      });
      const income = found(await queries.findIncome(tx.db, id));
      await tx.audit('income.added', 'penerimaan', id, { sesudah: income });
      tx.changed(['cash-book', 'dashboard']);
      return income;
    },
    stored ? [stored] : [],
  );
}

/** Visible to every signed-in user; the proof of reversed income only with access to the audit log. */
export const incomeProofRule: AssetRule = async (db, actor, nama) => {
  const income = await queries.findByProof(db, nama);
  if (!income || (income.dihapus_pada !== null && !can(actor, 'audit.read'))) return null;
  return nama.endsWith('.pdf') ? { filename: `${income.judul}.pdf` } : {};
};
