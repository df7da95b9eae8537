/** Erases what is known of a person; the money of the book stays, under a neutral name. */
import { isDeepStrictEqual } from 'node:util';
import { erasedName } from '../../../contract/erasure.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { erasedAccount } from '../../database/erasures.ts';
import type { AccountTx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { deleteWithin } from '../accounts/delete-account.ts';
import { findAccount } from '../accounts/queries.ts';
import { assertMayManage, refuseHolder } from '../accounts/rules.ts';
import { accountTopics } from '../accounts/save-account.ts';
import { besideKey, keepErasures } from './kept-erasures.ts';
import * as queries from './queries.ts';

const closingAnswer = 'Ditutup karena data warga ini dihapus.';

/** @throws Refusal 404, 409 for an account that is in use or was erased before */
export async function eraseAccount(context: Context, actor: Author, scope: Scope, id: number): Promise<void> {
  await context.writeAccount(actor, id, async (tx) => {
    const account = found(await queries.findErasable(tx.db, scope, id));
    assertMayManage(actor, account.jenis);
    if (account.data_dihapus_pada !== null) throw new Refusal('already_erased');
    if (account.dihapus_pada === null && account.status === 'active') throw new Refusal('account_in_use');
    const present = await findAccount(tx.db, scope, id);
    if (present) {
      await refuseHolder(tx);
      await deleteWithin(tx, present, actor.id);
    }
    await eraseWithin(tx);
  });
  await keepErasures(besideKey(context.config), context.db).catch((error: unknown) => {
    context.log.error(error, 'The list of erasures could not be written; the next start tries again.');
  });
}

/** Erases the personal values of an account that is deleted already, within the transaction that holds its lock. */
export async function eraseWithin(tx: AccountTx): Promise<void> {
  const id = tx.account;
  const before = await queries.findNamed(tx.db, id);
  const { names, contacts } = await queries.listKnownAs(tx.db, before);
  const erased = erasedAccount(before);
  await queries.eraseAccountRow(tx, erased);
  await queries.eraseFromMoney(tx);
  await queries.eraseTexts(tx);
  await closeComplaints(tx);
  for (const name of names) await renameInNotifications(tx, name);
  for (const name of names) await renameInAnswers(tx, name);
  for (const contact of contacts) await removeFromAnswers(tx, contact);
  await renameInProposals(tx, names);
  await queries.eraseAuditValues(tx);
  // Last, because the log says of all rows before this one that their values are gone.
  await tx.audit('account.erased', 'users', id);
  accountTopics(tx, before, { ...before, ...erased });
}

/** Nothing is left of their words that staff could act on. */
async function closeComplaints(tx: AccountTx): Promise<void> {
  for (const { id, ...sebelum } of await queries.listOpenComplaints(tx)) {
    const sesudah = { status: 'ditolak', jawaban: sebelum.jawaban ?? closingAnswer } as const;
    await queries.updateComplaint(tx, id, sesudah);
    await tx.audit('complaint.answered', 'complaints', id, { sebelum, sesudah });
  }
}

const escaped = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Not within a longer name. Matches those of `others` too, so that they can be kept. */
const wholeName = (name: string, others: readonly string[] = []) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...others, name].map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu');

async function renameInNotifications(tx: AccountTx, name: string): Promise<void> {
  const whole = wholeName(name, await queries.listLongerNames(tx, name));
  for (const { id, jenis, pesan } of await queries.listNotifications(tx, name)) {
    const renamed = pesan.replaceAll(whole, (match) => (match === name ? erasedName : match));
    const isTheirs = jenis === 'new-aduan' && renamed.startsWith(erasedName);
    const told = isTheirs ? renamed.replace(/".*"/s, `"${queries.gone}"`) : renamed; // the title is their own words
    if (told !== pesan) await queries.updateNotification(tx, id, told);
  }
}

/** Texts within JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

async function renameInAnswers(tx: AccountTx, name: string): Promise<void> {
  const text = inJson(name);
  const whole = wholeName(text, (await queries.listLongerNames(tx, name)).map(inJson));
  for (const { jawaban, ...key } of await queries.listAnswers(tx, text)) {
    const told = jawaban.replaceAll(whole, (match) => (match === text ? erasedName : match));
    if (told !== jawaban) await queries.updateAnswer(tx, key, told);
  }
}

async function removeFromAnswers(tx: AccountTx, contact: string): Promise<void> {
  const text = inJson(contact);
  for (const { jawaban, ...key } of await queries.listAnswers(tx, text))
    await queries.updateAnswer(tx, key, jawaban.replaceAll(`"${text}"`, '""'));
}

/** What was asked, read and answered about a payment or a waiver of this person. */
async function renameInProposals(tx: AccountTx, names: readonly string[]): Promise<void> {
  const rename = (text: string, written = (name: string) => name) =>
    names.reduce((told, name) => told.replaceAll(wholeName(written(name)), erasedName), text);
  for (const { id, ...known } of await queries.listProposals(tx)) {
    const told = {
      isi: rename(known.isi, inJson),
      permintaan: rename(known.permintaan, inJson),
      alasan: known.alasan && rename(known.alasan),
    };
    if (!isDeepStrictEqual(told, known)) await queries.updateProposal(tx, id, told);
  }
  for (const { id, isi, permintaan } of await queries.listWaiverProposals(tx)) {
    const { Rumah: _house, Nama: _name, Alasan: _reason, ...kept } = JSON.parse(isi);
    const { keterangan: _words, ...request } = JSON.parse(permintaan);
    const told = { isi: JSON.stringify({ Nama: erasedName, ...kept }), permintaan: JSON.stringify(request) };
    await queries.updateProposal(tx, id, { ...told, alasan: null });
  }
}
