import { accountQuestion } from '../../../contract/statements.ts';
import { bareNumber } from '../../bank/account-number.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import { choosePlace } from '../places/rules.ts';
import { readSettings } from '../settings/queries.ts';
import { listNumbers } from './import-queries.ts';

/**
 * Call it with the lock of statements.
 * @param rekening of the file; null if it names none
 * @throws Refusal 422 rekening_lain if the estate knows another number of this account, or the number of another one
 */
export async function refuseOtherAccount(db: Db, akun_id: number, rekening: string | null): Promise<void> {
  if (rekening === null) return;
  const all = await listNumbers(db);
  const isSame = (number: string) => bareNumber(number) === bareNumber(rekening);
  const imported = all.filter((one) => one.akun_id === akun_id).map((one) => one.rekening);
  const known = imported.length > 0 ? imported : await announcedNumber(db, akun_id);
  if (known.some(isSame)) return;
  const [last] = known;
  const elsewhere = all.find((one) => isSame(one.rekening));
  if (last === undefined && !elsewhere) return;
  const other = elsewhere
    ? `mutasi sebelumnya dari rekening itu masuk ke ${elsewhere.nama}`
    : imported.length > 0
      ? `mutasi sebelumnya dari rekening ${last}`
      : `rekening perumahan di Pengaturan ${last}`;
  throw new Refusal(accountQuestion, {
    message: `File ini dari rekening ${rekening}, sedangkan ${other}.`,
  });
}

/** What payers are told, for the account that dues go to. */
async function announcedNumber(db: Db, akun_id: number): Promise<string[]> {
  const { bankAccount } = await readSettings(db);
  const { akun_id: ofDues } = await choosePlace(db, { kind: 'bank' });
  return ofDues === akun_id && bareNumber(bankAccount) !== '' ? [bankAccount] : [];
}
