// `npm run bench -- statements`: a statement of 20,000 lines is read in its process and imported over HTTP while others
// ask for the cash book; matching of all its lines with 5,000 residents; a page of proposals as the screen asks for it.
import { readFileSync } from 'node:fs';
import { listMoneyAccounts } from '../contract/places.ts';
import { importStatement, listStatementLines, mostStatementLines } from '../contract/statements.ts';
import { readStatement } from '../server/areas/statements/read-statement.ts';
import { type Bill, matchCredits } from '../server/bank/match-credits.ts';
import { indexPeople, mentionsOf } from '../server/bank/mentions.ts';
import { makeApp } from '../server/testing/app.ts';
import { bcaStatement, fileOf } from '../server/testing/statement-recipes.ts';
import { spreadOf, timeOf, waitsDuring } from './measure.ts';

const houses = 5_000;
const limits = { readAndMatch: 3_000, others: 50 };
const words = (
  readFileSync('server/testing/banks/residents.json', 'utf8').match(/"name": "[^"]+"/g) ?? []
).flatMap((field) => field.slice('"name": "'.length, -1).split(' '));
const nameOf = (at: number) =>
  [at, at * 7 + 3, Math.floor(at / words.length) * 13 + 5].map((of) => words[of % words.length]).join(' ');
const lines = Array.from({ length: mostStatementLines }, (_, at) => ({
  day: `${String(1 + Math.floor((at * 30) / mostStatementLines)).padStart(2, '0')}/06`,
  text: `TRSF E-BANKING CR 0106/FTSCY/WS${10_000 + at} IURAN ${nameOf(at % houses).toUpperCase()}`,
  amount: 100_000,
}));
const content = bcaStatement(lines, { from: '01/06/2026', to: '30/06/2026' });
const order = { bytes: Buffer.from(content), today: '2026-07-15' };

const app = await makeApp();
try {
  await readStatement(0, order); // starts the process
  const [statement, reading] = await timed(() => readStatement(0, order));
  if ('error' in statement) throw new Error(statement.error);
  const index = indexPeople(
    Array.from({ length: houses }, (_, id) => ({
      id,
      nama: nameOf(id),
      blok: `A${id % 1_000}-${Math.floor(id / 1_000)}`,
    })),
  );
  const due: Bill = { tahun: 2026, bulan: 6, jumlah: 100_000 };
  const bills = new Map(Array.from({ length: houses }, (_, id) => [id, [due]] as const));
  const [, matching] = await timed(async () =>
    matchCredits(
      statement.rows.map((line) => ({
        ...line,
        tanggal: line.tanggal ?? '',
        akun_id: 1,
        referensi: '',
        mentions: mentionsOf(line.uraian, index),
      })),
      bills,
    ),
  );
  for (let at = 0; at < 200; at += 1) await app.as.warga(`A${at + 1}`, { nama: nameOf(at) });
  const admin = await app.as.admin();
  const sent = { body: { akun_id: 1 }, files: { berkas: fileOf(content) } };
  const began = performance.now();
  const importing = admin.call(importStatement, sent).then(({ status, body }) => {
    if (status !== 201) throw new Error(body.message);
    return performance.now() - began;
  });
  const others = await waitsDuring(() => admin.call(listMoneyAccounts, {}), importing);
  const query = { status: 'terbuka' as const, limit: 50 };
  const pages = [];
  for (let round = 0; round < 20; round += 1)
    pages.push(await timeOf(() => admin.call(listStatementLines, { query })));
  console.table({
    'read in its process': { milliseconds: Math.round(reading) },
    'match 20,000 with 5,000': { milliseconds: Math.round(matching) },
    'import over HTTP': { milliseconds: Math.round(await importing) },
    'others meanwhile, p95': { milliseconds: Math.round(spreadOf(others).p95) },
    'a page with proposals, p95': { milliseconds: Math.round(spreadOf(pages).p95) },
  });
  const isFast = reading + matching < limits.readAndMatch && spreadOf(others).p95 < limits.others;
  process.exitCode = isFast ? 0 : 1;
} finally {
  await app.close();
}
process.exit();

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await work(), performance.now() - start];
}
