import { randomUUID } from 'node:crypto';
import { dateIn } from '../../contract/format.ts';
import * as settlements from '../../contract/settlements.ts';
import * as statements from '../../contract/statements.ts';
import type { Context } from '../context.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Person } from './people.ts';
import { about, plain, type Recipe, showing } from './recipe.ts';

/** A statement of BCA with these lines; each counts up from the balance before. */
export function bcaStatement(
  lines: readonly { day: string; text: string; amount: number }[],
  { from, to, opening = 1_000_000 }: { from: string; to: string; opening?: number },
): string {
  let balance = opening;
  const money = (amount: number) => `"${Math.abs(amount).toLocaleString('en-US')}.00"`;
  const rows = lines.map(({ day, text, amount }) => {
    balance += amount;
    return `'${day},'${text},'0000,${money(amount)},${amount > 0 ? 'CR' : 'DB'},${money(balance)}`;
  });
  return [
    'No. rekening : 9998085001',
    `Periode : ${from} - ${to}`,
    '',
    'Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo',
    ...rows,
    `Saldo Awal,:,${money(opening)}`,
    `Saldo Akhir,:,${money(balance)}`,
    '',
  ].join('\n');
}

export const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'mutasi.csv') =>
  new File([content], name);

/** Those of `banks/unknown.csv`. */
export const columnsOfUnknown = {
  kolom_tanggal: 'Tgl Valuta',
  kolom_uraian: 'Perihal',
  kolom_masuk: 'Uang Masuk',
  kolom_keluar: 'Uang Keluar',
  kolom_saldo: 'Sisa Dana',
};

/** @param paid makes a confirmed payment of a person and answers its id */
export function statementRecipes(context: Context, paid: (of: Person) => Promise<number>): Recipe[] {
  const account = () =>
    context.write('system', (tx) =>
      insertRow(tx, 'akun', { nama: `Bank ${randomUUID()}`, jenis: 'bank', aktif: 1 }),
    );
  /** The account in which a payment is booked. */
  const accountOf = async (payment_id: number) => {
    const entries = context.db.selectFrom('kas_entri').select('akun_id').where('payment_id', '=', payment_id);
    return (await entries.executeTakeFirstOrThrow()).akun_id;
  };
  /** An open line of 100,000 rupiah, of today. */
  const line = (by: Person, akun_id = 1) =>
    context.write('system', async (tx) => {
      const impor_id = await insertRow(tx, 'mutasi_impor', {
        akun_id,
        bank: 'bca',
        dari: '2026-07-01',
        sampai: '2026-07-01',
        banyak: 1,
        baru: 1,
        oleh: by.id,
        pada: tx.now,
      });
      return await insertRow(tx, 'mutasi_bank', {
        akun_id,
        impor_id,
        kunci: randomUUID(),
        tanggal: dateIn(context.config.timeZone, context.clock()),
        urutan: 0,
        jumlah: 100_000,
        uraian: 'SETORAN TUNAI',
        status: 'terbuka',
      });
    });
  const learned = (of: Person) =>
    context.write('system', (tx) =>
      insertRow(tx, 'pengirim_dikenal', { pengirim: `PENGIRIM ${randomUUID()}`, user_id: of.id, banyak: 2 }),
    );
  const small = [{ day: '01/07', text: 'SETORAN TUNAI', amount: 100_000 }];
  return [
    plain(statements.importStatement, async () => ({
      body: { akun_id: await account(), rekening_lain: '1' as const },
      files: { berkas: fileOf(bcaStatement(small, { from: '01/07/2026', to: '01/07/2026' })) },
    })),
    plain(statements.listStatementImports),
    plain(statements.withdrawStatementImport, async (actor) => {
      const lines = context.db
        .selectFrom('mutasi_bank')
        .select('impor_id')
        .where('id', '=', await line(actor));
      return { params: { id: (await lines.executeTakeFirstOrThrow()).impor_id } };
    }),
    plain(statements.listStatementLines),
    about(statements.matchStatementLines, async (owner, actor) => ({
      body: {
        cocok: [{ mutasi_id: await line(actor), tagihan: [{ user_id: owner.id, bulan: ['2026-07'] }] }],
      },
    })),
    showing(settlements.listSettleable, async (owner) => {
      const id = await paid(owner);
      const params = { id: await line(owner, await accountOf(id)) };
      return [{ params }, ({ data }) => data.some(({ pembayaran }) => pembayaran.includes(id))];
    }),
    about(settlements.settleLine, async (owner, actor) => {
      const id = await paid(owner);
      return { params: { id: await line(actor, await accountOf(id)) }, body: { pembayaran: [id] } };
    }),
    plain(statements.markStatementLine, async (actor) => ({
      params: { id: await line(actor) },
      body: { status: 'diabaikan' as const },
    })),
    plain(statements.listKnownPayers),
    plain(statements.forgetKnownPayer, async (actor) => ({ params: { id: await learned(actor) } })),
    plain(statements.getStatementRadar),
  ];
}
