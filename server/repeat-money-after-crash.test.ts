/** `kill -9` amid taps, statements, matched lines and hand-overs: nothing is half, and repeating finishes each once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../contract/cash-book.ts';
import { dateIn, defaultTimeZone, monthIn, monthKey } from '../contract/format.ts';
import { decideHandover, makeHandover } from '../contract/handovers.ts';
import { addMoneyAccount } from '../contract/places.ts';
import { collectDues } from '../contract/rounds.ts';
import { importStatement, listStatementLines, matchStatementLines } from '../contract/statements.ts';
import { readConfig } from './config.ts';
import { type Database, openDatabase } from './database/open.ts';
import { findViolations } from './operations/doctor/find-violations.ts';
import { openStorage } from './storage/open.ts';
import { type KilledEstate, killAmid, makeKilledEstate } from './testing/killed-estate.ts';
import { callsTo, type Person } from './testing/people.ts';
import { startServer } from './testing/process.ts';
import { bcaStatement, fileOf } from './testing/statement-recipes.ts';

const rounds = 3;
/** Of each round: houses that pay at the door, houses that pay by transfer, statements. */
const [doors, transfers, statements] = [16, 16, 4];
const linesOfStatement = 100;

interface Round {
  doors: Person[];
  payers: Person[];
  /** One whose cash is counted, and one who hands it over; each has taken a month from a neighbour. */
  collectors: [collector: Person, neighbour: Person][];
}

let estate: KilledEstate;
let played: Round[];
let rina: Person;
let admin: Person;
beforeAll(async () => {
  estate = await makeKilledEstate();
  await estate.withPeople(async (as) => {
    [rina, admin] = [await as.koordinator('A'), await as.admin()];
    const houses = (letter: string, count: number, round: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => as.warga(`${letter}${round * 100 + at + 1}`)));
    played = [];
    for (let round = 0; round < rounds; round += 1)
      played.push({
        doors: await houses('A', doors, round),
        payers: await houses('B', transfers, round),
        collectors: await Promise.all(
          'CDEFGH'
            .slice(2 * round, 2 * round + 2)
            .split('')
            .map(
              async (letter): Promise<[Person, Person]> => [
                await as.koordinator(letter),
                await as.warga(`${letter}1`),
              ],
            ),
        ),
      });
  });
});
afterAll(() => estate.remove());

const now = new Date();
const bulan = monthKey(monthIn(defaultTimeZone, now));
const yesterday = dateIn(defaultTimeZone, new Date(now.getTime() - 24 * 60 * 60 * 1_000));
const [year, month, day] = yesterday.split('-');
const statementOf = (texts: readonly string[]) =>
  fileOf(
    bcaStatement(
      texts.map((text) => ({ day: `${day}/${month}`, text, amount: 100_000 })),
      { from: `${day}/${month}/${year}`, to: `${day}/${month}/${year}` },
    ),
  );

const account = async () => {
  const body = { nama: `Bank ${randomUUID()}`, jenis: 'bank' } as const;
  return (await admin.call(addMoneyAccount, { body })).body.id;
};
const tapOf = ({ id }: Person) => ({
  ketukan: randomUUID(),
  user_id: id,
  bulan: [bulan],
  jumlah: 100_000,
  waktu: now.toISOString(),
});

interface Answer {
  status: number;
  code: string | undefined;
  id: number | undefined;
}
type Send = () => Promise<Answer>;
const sent =
  (
    url: string,
    by: Person,
    ask: (caller: Pick<Person, 'call'>) => ReturnType<Person['call']>,
    key = randomUUID(),
  ): Send =>
  async () => {
    const { status, body, refusal } = await ask({ call: callsTo(url, by.token, key) });
    return { status, code: refusal.code, id: (body as { id?: number }).id };
  };

/** The requests that are under way when the server dies. */
async function prepare(url: string, { doors, payers, collectors }: Round): Promise<Send[]> {
  const bank = await account();
  const files = { berkas: statementOf(payers.map(({ nama }) => `TRSF CR ${nama}`)) };
  await admin.call(importStatement, { body: { akun_id: bank, rekening_lain: '1' }, files });
  const query = { akun_id: bank, limit: 100 };
  const lines = (await admin.call(listStatementLines, { query })).body.data;
  const accounts = await Promise.all(Array.from({ length: statements }, account));
  for (const [collector, neighbour] of collectors)
    expect((await collector.call(collectDues, { body: tapOf(neighbour) })).status).toBe(201);
  const [counted, giving] = collectors.map(([collector]) => collector);
  if (!counted || !giving) throw new Error('two collectors');
  const cash = { body: { jumlah: 100_000 } };
  const { id } = (await counted.call(makeHandover, cash)).body;
  const accepted = { params: { id }, body: { status: 'diterima', dihitung: 100_000 } } as const;
  return [
    ...doors.map((house) => {
      const body = tapOf(house);
      return sent(url, rina, (caller) => caller.call(collectDues, { body }), body.ketukan);
    }),
    ...lines.map(({ id: mutasi_id }, at) => {
      const cocok = [{ mutasi_id, tagihan: [{ user_id: payers[at]?.id ?? 0, bulan: [bulan] }] }];
      return sent(url, admin, (caller) => caller.call(matchStatementLines, { body: { cocok } }));
    }),
    ...accounts.map((akun_id) => {
      const texts = Array.from({ length: linesOfStatement }, (_, line) => `SETORAN ${line}`);
      const input = { body: { akun_id, rekening_lain: '1' as const }, files: { berkas: statementOf(texts) } };
      return sent(url, admin, (caller) => caller.call(importStatement, input));
    }),
    sent(url, admin, (caller) => caller.call(decideHandover, accepted)),
    sent(url, giving, (caller) => caller.call(makeHandover, cash)),
  ];
}

/** What must not be there, whenever the server died. */
async function halfDone({ read }: Database): Promise<unknown[]> {
  const found = await Promise.all([
    sql`SELECT mutasi_impor.id, baru, count(mutasi_bank.id) AS lines FROM mutasi_impor
      LEFT JOIN mutasi_bank ON impor_id = mutasi_impor.id GROUP BY mutasi_impor.id, baru
      HAVING count(mutasi_bank.id) <> baru`.execute(read),
    sql`SELECT mutasi_bank.id, mutasi_bank.status FROM mutasi_bank LEFT JOIN mutasi_pembayaran ON mutasi_id = mutasi_bank.id
      LEFT JOIN payments ON payments.id = mutasi_pembayaran.payment_id AND payments.status = 'dikonfirmasi'
      LEFT JOIN kas_entri ON kas_entri.payment_id = payments.id AND kas_entri.akun_id = mutasi_bank.akun_id
      GROUP BY mutasi_bank.id, mutasi_bank.status, mutasi_bank.jumlah
      HAVING coalesce(sum(kas_entri.jumlah), 0) <> CASE mutasi_bank.status WHEN 'cocok' THEN mutasi_bank.jumlah ELSE 0 END`.execute(
      read,
    ),
    sql`SELECT ketukan FROM payments WHERE ketukan IS NOT NULL GROUP BY ketukan HAVING count(*) <> 1`.execute(
      read,
    ),
    sql`SELECT setoran.id FROM setoran LEFT JOIN kas_entri ON nomor = entri
      WHERE (setoran.status = 'diterima') <> (coalesce(-kas_entri.jumlah, 0) = dihitung)`.execute(read),
  ]);
  return found.flatMap(({ rows }) => rows);
}

test('money requests struck by a crash are whole or absent, and repeated ones are done once', async () => {
  const config = readConfig(estate.env);
  const storage = openStorage(config.storage);
  let server = await startServer(estate.env);
  let interrupted = 0;
  for (const [at, round] of played.entries()) {
    const sends = await prepare(server.url, round);
    const acknowledged = await killAmid(server, estate, sends);
    interrupted += acknowledged.filter((answer) => answer === null).length;

    const opened = openDatabase(config);
    expect(await halfDone(opened)).toEqual([]);
    server = await startServer(estate.env);
    const again = await Promise.all(sends.map((send) => send()));
    for (const [index, { status, code, id }] of again.entries()) {
      expect([200, 201, 409], code).toContain(status);
      if (status === 409) expect(['line_decided', 'handover_decided']).toContain(code);
      const before = acknowledged[index];
      if (before?.id !== undefined) expect(id).toBe(before.id);
    }
    expect(await halfDone(opened)).toEqual([]);
    expect((await findViolations({ database: opened, storage })).violations).toEqual([]);
    const { saldo } = (await admin.call(getBalance)).body.data;
    expect(saldo).toBe((at + 1) * (doors + transfers + 2) * 100_000);
    const counts = await opened.read
      .selectFrom('mutasi_bank')
      .select((eb) => eb.fn.countAll<number>().as('lines'))
      .executeTakeFirstOrThrow();
    expect(counts.lines).toBe((at + 1) * (transfers + statements * linesOfStatement));
    await opened.close();
  }
  await server.stop();
  expect(interrupted).toBeGreaterThan(0);
});
