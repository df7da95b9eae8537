/** Accounts against the audit rows that explain them: role, status, names to sign in with, password. */
import type { Role } from '../../../contract/people.ts';
import { erasedAccount } from '../../database/erasures.ts';
import { auditedColumns } from '../../database/note-state.ts';
import type { Db } from '../../database/open.ts';
import { fingerprintOfPassword } from '../../database/password-fingerprint.ts';
import type { Ids } from './queries.ts';
import { linesAbout, stillWrong } from './replay-queries.ts';
import { differingFields, type Pace, type Violation } from './violation.ts';
import { inWords } from './words.ts';

type Line = Awaited<ReturnType<typeof linesAbout>>[number];
type Account = Awaited<ReturnType<typeof accountsOf>>[number];

export async function* checkAccounts(db: Db, pace: Pace): AsyncGenerator<Violation> {
  for await (const found of stillWrong(db, pace, 'users', (ids) => wrongAccounts(db, ids)))
    yield { invariant: 'account', table: 'users', ...found };
}

const accountsOf = (db: Db, { from, to }: Ids) =>
  db
    .selectFrom('users')
    .select([...auditedColumns, 'password_hash', 'dihapus_pada'])
    .where((eb) => eb.between('id', from, to))
    .execute();

async function wrongAccounts(db: Db, ids: Ids): Promise<{ id: number; says: string }[]> {
  const accounts = await accountsOf(db, ids);
  const lines = Map.groupBy(await linesAbout(db, 'users', ids), ({ entitas_id }) => entitas_id);
  return accounts.flatMap((account) => {
    const says = whatIsWrong(account, lines.get(account.id) ?? []);
    return says === null ? [] : [{ id: account.id, says }];
  });
}

const origins = ['account.created', 'account.noted'];

function whatIsWrong({ password_hash, dihapus_pada, ...account }: Account, lines: readonly Line[]) {
  if (!lines.some(({ aksi }) => origins.includes(aksi)))
    return dihapus_pada === null ? 'tidak ada riwayat pembuatannya, jadi dibuat dari luar aplikasi' : null;
  const told: Record<string, unknown> = {};
  for (const line of lines) Object.assign(told, toldBy(line, told.jenis as Role, account.blok));
  const is = {
    ...account,
    sidik_password: fingerprintOfPassword(password_hash),
    dihapus_pada: dihapus_pada !== null,
  };
  const differing = differingFields(is, { dihapus_pada: false, ...told });
  return differing.length === 0 ? null : `riwayat perubahan menyebut yang lain: ${inWords(differing)}`;
}

/** Values that were erased are left out, and not compared. Rows of before tell of a new password, but not of which. */
function toldBy(
  { aksi, entitas_id, sesudah }: Line,
  jenis: Role,
  blok: string | null,
): Record<string, unknown> {
  if (aksi === 'account.erased') return erasedAccount({ id: entitas_id ?? 0, jenis, blok });
  if (aksi === 'account.deleted') return { dihapus_pada: true, pengawas: 0 };
  const { password, nama, ...told } = sesudah ?? {};
  if (aksi === 'auditor.named' || aksi === 'auditor.dismissed') return { pengawas: told.pengawas };
  const isPasswordNew = aksi === 'password.changed' || password !== undefined;
  return { ...told, nama, ...(isPasswordNew ? { sidik_password: told.sidik_password } : {}) };
}
