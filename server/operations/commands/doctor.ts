// Checks money, accounts and files against all invariants; works next to a running server. Lists each violation by
// table and row, in words for laymen. Exit code 1 if there are any.
//   npm run doctor
import { parseArgs } from 'node:util';
import { invariants } from '../../../contract/health.ts';
import { findKey } from '../../areas/log/queries.ts';
import { readKeyFile } from '../../areas/log/read-key.ts';
import { refuseOtherSchema } from '../../database/migrate.ts';
import { keepFindings } from '../doctor/check-estate.ts';
import { explanations } from '../doctor/explanations.ts';
import { findViolations } from '../doctor/find-violations.ts';
import { listPastCases } from '../doctor/list-past-cases.ts';
import { recordInWords } from '../doctor/words.ts';
import type { Estate } from '../estate.ts';
import { refuseMoved } from '../move/move.ts';
import { runCommand, withEstate } from './run-command.ts';

const shownCases = 20;

await runCommand(import.meta.filename, (config) => {
  parseArgs(); // refuses every word after it
  return withEstate(config, examine);
});

async function examine(estate: Estate): Promise<void> {
  await refuseOtherSchema(estate.db);
  await refuseMoved(estate.database);
  const began = performance.now();
  const damage = await estate.database.dialect.findDamage(estate.db);
  const findings = await findViolations(estate);
  const { counts, violations } = findings;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);

  for (const invariant of invariants)
    console.log(`${counts[invariant] === 0 ? '✓' : '✗'} ${explanations[invariant].judul}`);
  for (const line of damage) console.log(`✗ File database rusak: ${line}`);
  for (const invariant of invariants) {
    const shown = violations.filter((violation) => violation.invariant === invariant);
    if (shown.length === 0) continue;
    const { judul, artinya, tindakan } = explanations[invariant];
    console.log(`\n✗ ${judul}: TIDAK (${counts[invariant]})`);
    for (const { table, id, says } of shown) console.log(`  - ${recordInWords(table, id)}: ${says}`);
    const rest = counts[invariant] - shown.length;
    if (rest > 0) console.log(`  - dan ${rest} lagi`);
    console.log(`  Artinya: ${artinya}`);
    console.log(`  Yang perlu dilakukan: ${tindakan}`);
  }
  const cases = await listPastCases(estate.db);
  if (cases.length > 0) {
    console.log('\nPerlu ditanyakan: dua akun yang mungkin dipegang satu orang');
    for (const sentence of cases.slice(0, shownCases)) console.log(`  - ${sentence}`);
    if (cases.length > shownCases) console.log(`  - dan ${cases.length - shownCases} lagi`);
    console.log('  Datanya tidak rusak. Mintalah orang ketiga mencocokkan buktinya.');
  }
  const { logKeyFile } = estate.config;
  const hasKey = !(await findKey(estate.db)) || readKeyFile(logKeyFile) !== undefined;
  if (!hasKey)
    console.log(
      `\n✗ Kunci log tidak ada di ${logKeyFile}: server tidak mau berjalan.\n  Yang perlu dilakukan: kembalikan kunci itu dari tempat Anda menyimpannya.`,
    );
  const healthy = hasKey && violations.length + damage.length === 0;
  console.log(
    healthy ? `\nSemuanya cocok (${seconds} detik).` : `\nAda yang tidak cocok (${seconds} detik).`,
  );
  process.exitCode = healthy ? 0 : 1;
  await keepFindings(estate, findings); // last, because the disk may be full
}
