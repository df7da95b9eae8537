/** Whether a database that was filled from an archive is what was backed up, and an estate that breaks no rule. */
import { newestSchema } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';
import type { CheckedStorage } from '../doctor/check-files.ts';
import { findViolations, type Violation } from '../doctor/find-violations.ts';
import { countRows } from '../move/copy.ts';
import { sumMoney } from './queries.ts';
import type { Manifest } from './rules.ts';

/** An upgrade notes accounts, settings and entries of before as audit rows, and ends all sessions. */
const changedByUpgrade = ['audit', 'sessions'];

class NotFaithful extends Error {}

/**
 * @returns violations that the data had when they were backed up
 * @throws NotFaithful if the copy differs from the manifest
 */
export async function verifyCopy(
  copy: Database,
  storage: CheckedStorage,
  manifest: Manifest,
): Promise<Violation[]> {
  const differences = await copy.dialect.findDamage(copy.read);
  const counts = await countRows(copy.read, copy.dialect.name);
  // A table that is gone was replaced by a migration since.
  const upgraded = manifest.schema < newestSchema ? changedByUpgrade : [];
  for (const { name, rows } of manifest.tables)
    if (name in counts && counts[name] !== rows && !upgraded.includes(name))
      differences.push(`${name} has ${counts[name]} rows instead of ${rows}`);
  const money = await sumMoney(copy.read, newestSchema);
  for (const sum of ['saldoAwal', 'totalPemasukan', 'totalPengeluaran', 'saldo'] as const)
    if (money[sum] !== manifest.money[sum])
      differences.push(`${sum} is ${money[sum]} instead of ${manifest.money[sum]}`);
  if (differences.length > 0)
    throw new NotFaithful(`The copy is not what was saved: ${differences.join('; ')}`);
  return (await findViolations({ database: copy, storage })).violations;
}
