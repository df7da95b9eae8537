import { randomUUID } from 'node:crypto';
import * as approvals from '../../contract/approvals.ts';
import * as book from '../../contract/book.ts';
import * as categories from '../../contract/categories.ts';
import * as closings from '../../contract/closings.ts';
import * as income from '../../contract/income.ts';
import * as journal from '../../contract/journal.ts';
import { getLpj } from '../../contract/lpj.ts';
import * as places from '../../contract/places.ts';
import * as rates from '../../contract/rates.ts';
import { proposeChange } from '../areas/approvals/propose-change.ts';
import { openingBalance } from '../areas/book/open-balance.ts';
import { insertCategory } from '../areas/categories/queries.ts';
import type { Context } from '../context.ts';
import { insertRow } from '../database/insert-row.ts';
import { closeEarlyMonth, nextRequest } from './closed-month.ts';
import { type Person, password } from './people.ts';
import { about, plain, type Recipe } from './recipe.ts';

/** @param paid makes a confirmed payment of a person and answers its id */
export function bookRecipes(context: Context, paid: (of: Person) => Promise<number>): Recipe[] {
  const entryOf = async (payment_id: number) =>
    (
      await context.db
        .selectFrom('kas_entri')
        .select('nomor')
        .where('payment_id', '=', payment_id)
        .executeTakeFirstOrThrow()
    ).nomor;
  let count = 0;
  const newName = () => `taman ${(count += 1)}`;
  const forgetProposals = () =>
    context.write('system', (tx) => tx.db.deleteFrom('persetujuan').where('keputusan', 'is', null).execute());
  const officerBeside = ({ id }: Person) =>
    context.db
      .selectFrom('users')
      .selectAll()
      .where('jenis', 'in', ['ketua', 'admin'])
      .where('id', '<>', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  /** An opening balance proposed by an officer who is not the one who is to decide. */
  const proposalTo = async (decider: Person) => {
    await forgetProposals();
    const officer = await officerBeside(decider);
    const { persetujuan } = await context.write('system', (tx) =>
      proposeChange(
        tx,
        officer,
        openingBalance,
        { jumlah: 1, tanggal: '2020-01-01', akun_id: 1, dana_id: 1 },
        'Asia/Jakarta',
      ),
    );
    return persetujuan;
  };
  /** Names of accounts and funds are unique, also between several sets of recipes. */
  const named = () => ({ nama: `Baru ${randomUUID()}` });
  const fund = () =>
    context.write('system', (tx) => insertRow(tx, 'dana', { ...named(), terikat: 0, aktif: 1 }));
  const account = () =>
    context.write('system', (tx) => insertRow(tx, 'akun', { ...named(), jenis: 'bank', aktif: 1 }));
  return [
    plain(rates.listRates),
    plain(rates.summarizeRate, () => ({ query: { jumlah: 100_000 } })),
    plain(rates.setRate, () => ({ body: { huruf_blok: 'A', jumlah: 100_000 + (count += 1), password } })),
    plain(getLpj, () => ({ query: { dari: '2019-12', sampai: '2026-07' } })),
    plain(closings.listClosings, async (actor) => {
      await forgetProposals();
      await nextRequest(context, await officerBeside(actor));
      return {};
    }),
    plain(closings.proposeClosing, async (actor) => {
      await forgetProposals();
      return { body: await nextRequest(context, await officerBeside(actor)) };
    }),
    plain(closings.proposeClosingVersion, async (actor) => {
      await forgetProposals();
      const bulan = await closeEarlyMonth(context, await officerBeside(actor));
      return { body: { bulan, penjelasan: 'Kuitansi tertukar' } };
    }),
    plain(places.listMoneyAccounts),
    plain(places.addMoneyAccount, () => ({ body: { ...named(), jenis: 'bank' as const } })),
    plain(places.changeMoneyAccount, async () => ({ params: { id: await account() }, body: named() })),
    plain(places.listFunds),
    plain(places.addFund, () => ({ body: { ...named(), terikat: false } })),
    plain(places.changeFund, async () => ({ params: { id: await fund() }, body: named() })),
    plain(places.listPlaceBalances),
    plain(journal.listEntries),
    plain(journal.countEntries),
    plain(journal.exportJournal),
    plain(places.transferMoney, async () => ({
      body: {
        dari_akun: 1,
        dari_dana: 1,
        ke_akun: await account(),
        ke_dana: 1,
        jumlah: 1,
        tanggal: '2026-07-15',
      },
    })),
    about(book.reverseEntry, async (owner) => ({
      body: { nomor: await entryOf(await paid(owner)), alasan: 'Salah mencatat bulan' },
    })),
    plain(book.setOpeningBalance, async () => {
      await forgetProposals();
      return { body: { jumlah: 1, tanggal: '2020-01-01' } };
    }),
    plain(income.addIncome, () => ({
      body: { judul: 'Sewa balai', kategori: 'sewa', tanggal: '2026-07-01', jumlah: 1 },
      files: {},
    })),
    plain(categories.listCategories),
    plain(categories.addCategory, () => ({ body: { jenis: 'pengeluaran' as const, nama: newName() } })),
    plain(categories.changeCategory, async () => {
      const kategori = { jenis: 'pengeluaran', nama: newName() } as const;
      const { id } = await context.write('system', (tx) => insertCategory(tx, kategori));
      return { params: { id }, body: { nama: newName() } };
    }),
    plain(approvals.listApprovals, async (actor) => {
      await proposalTo(actor);
      return {};
    }),
    plain(approvals.decideApproval, async (actor) => {
      const { id, sidik } = await proposalTo(actor);
      return { params: { id }, body: { keputusan: 'tolak' as const, sidik } };
    }),
  ];
}
