/** What screens ask of the book and the log: through HTTP, until the last byte, one after the other as one person's browser. */
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { getConsistency } from '../contract/log.ts';
import { freePort } from '../server/testing/port.ts';
import { startServer } from '../server/testing/process.ts';
import { type Reader, words } from './large-estate.ts';
import { asDeployed, type Spread, spreadOf, timeOf } from './measure.ts';
import { addressIn, readScreenRequests } from './screen-requests.ts';

/** Of last year, which is a whole one. Bars in milliseconds. */
const screens = [
  { name: 'a page of the book', asks: 'GET /api/buku-kas/{year-1}?limit=50', bar: 20 },
  { name: 'a page of all entries of an account', asks: 'GET /api/kas/entri?akun=1&limit=50', bar: 20 },
  { name: 'the saldo', asks: 'GET /api/buku-kas/saldo', bar: 20 },
  { name: 'the sums of a year', asks: 'GET /api/buku-kas/saldo/{year-1}', bar: 20 },
  { name: 'the LPJ of a year', asks: 'GET /api/lpj?dari={year-1}-01&sampai={year-1}-12', bar: 200 },
];
export const warmUp = 10;
const counted = 100;
export const proofs = 50;

export interface TimedScreen extends Spread {
  name: string;
  bar: number;
}

/**
 * @param reader an admin
 * @param ukuran of the newest checkpoint
 */
export async function timeScreens(dataDir: string, reader: Reader, ukuran: number) {
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' };
  await using server = await startServer(env, 'ignore', asDeployed);
  let bytes = 0;
  const ask = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${reader.token}` } });
    bytes = Math.max(bytes, (await answer.arrayBuffer()).byteLength);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  };
  const time = async (paths: readonly string[]) => {
    for (const path of paths.slice(0, warmUp)) await ask(path);
    bytes = 0;
    const times: number[] = [];
    for (const path of paths) times.push(await timeOf(() => ask(path)));
    return spreadOf(times);
  };
  const timed: TimedScreen[] = [];
  for (const { name, asks, bar } of screens)
    timed.push({ name, bar, ...(await time(Array<string>(counted).fill(addressOf(asks, reader)))) });
  const proof = await time(proofPaths(ukuran));
  return { screens: timed, proof: { ...proof, bytes } };
}

const withoutYears = (template: string) => template.replaceAll(/\{year[^}]*\}/g, '{year}');
const recorded = new Set(readScreenRequests().admin.map(withoutYears));

function addressOf(asks: string, { id }: Reader): string {
  if (!recorded.has(withoutYears(asks))) throw new Error(`no screen asks ${asks}`);
  const present = monthIn(defaultTimeZone, new Date());
  return addressIn(asks, { userId: id, present, words, post: 1, complaint: 1, payment: 1, officer: id });
}

/** From sizes that devices may have seen to the newest. */
const proofPaths = (ukuran: number) =>
  Array.from({ length: proofs }, (_, at) => {
    const dari = Math.floor((ukuran * (at + 1)) / (proofs + 1)) | 1;
    return `${getConsistency.path}?dari=${dari}`;
  });
