import { formatDateTime } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import { findControls } from './queries.ts';
import { strangersFrom } from './rules.ts';

interface Question {
  /** Who asked for the decision. */
  by: number;
  /** Everybody else whose role may decide. */
  others: readonly { id: number; nama: string }[];
  verb: 'memutuskan' | 'menerima';
  now: string;
  timeZone: string;
  /** @throws Refusal for somebody whom it concerns */
  refuse?: (decider: number) => Promise<void>;
}

const notTwoPeople =
  'Akun yang mengajukan dibuat atau diubah oleh Anda, atau akun Anda olehnya, kurang dari 30 hari lalu.';

const sooner =
  'Lebih cepat: ketua menunjuk pengawas di Pengaturan, dari warga yang akunnya tidak dibuat atau diubah oleh pengusul.';

/** Why the reader cannot decide, and who can or from when on; null if the reader can. The decision itself asks again. */
export async function findObstacle(
  db: Db,
  { reader, ...question }: Question & { reader: number },
): Promise<string | null> {
  const { by, others } = question;
  if (reader !== by) {
    const own = others.filter(({ id }) => id === reader);
    if ((await judge(db, { ...question, others: own })).every(({ refusal }) => refusal === null)) return null;
  }
  return explain(question, reader, await judge(db, question));
}

/** Whom to ask for the decision: those who can decide now. If nobody can, all of them, with the reason and from when on. */
export async function listAsked(db: Db, question: Question) {
  const judged = await judge(db, question);
  const able = judged.filter(({ refusal }) => refusal === null);
  if (able.length > 0) return able.map(({ id }) => ({ id, halangan: null }));
  return judged.map(({ id }) => ({ id, halangan: explain(question, id, judged) }));
}

interface Judged {
  id: number;
  nama: string;
  /** Null for who can decide. */
  refusal: string | null;
  /** When that ends by itself. */
  until: string | undefined;
}

/** Each of the others. */
async function judge(db: Db, question: Question): Promise<Judged[]> {
  const { by, others, now } = question;
  const ids = others.map(({ id }) => id);
  const strangers = new Map<number, string>();
  for (const control of await findControls(db, by, ids, now)) {
    const id = control.by === by ? control.over : control.by;
    const from = strangersFrom(control.tanggal);
    if (from > (strangers.get(id) ?? '')) strangers.set(id, from);
  }
  const judged: Judged[] = [];
  for (const { id, nama } of others) {
    const refusal = await concerns(question, id);
    const until = refusal === null ? strangers.get(id) : undefined;
    judged.push({ id, nama, refusal: until ? notTwoPeople : refusal, until });
  }
  return judged;
}

function explain({ by, verb, timeZone }: Question, reader: number, judged: readonly Judged[]): string {
  const own = reader === by;
  const able = judged.filter(({ refusal }) => refusal === null).map(({ nama }) => nama);
  const asked = judged.filter(({ id }) => own || id === reader);
  const [first] = asked.flatMap(({ until }) => until ?? []).toSorted();
  const from = first && `mulai ${formatDateTime(first, timeZone)}`;
  return [
    own ? 'Menunggu orang lain.' : asked[0]?.refusal,
    able.length > 0
      ? `Yang dapat ${verb} sekarang: ${able.join(', ')}.`
      : `Sekarang belum ada yang dapat ${verb}.`,
    from && !own ? `Anda dapat ${verb} ${from}.` : '',
    from && own && able.length === 0 ? `Orang lain dapat ${verb} ${from}.` : '',
    from && able.length === 0 && verb === 'memutuskan' ? sooner : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why the decision is not for somebody whom it concerns. */
export async function concerns({ refuse }: Pick<Question, 'refuse'>, id: number): Promise<string | null> {
  try {
    await refuse?.(id);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
