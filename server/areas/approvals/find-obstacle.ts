import { formatDateTime } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import { findControls } from './queries.ts';
import { strangersFrom } from './rules.ts';

interface Question {
  /** Who reads the list: the one who asked for the decision, or one of the others. */
  reader: number;
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
  'Akun Anda dan akun yang mengajukan belum 30 hari dianggap dua orang yang berbeda: salah satunya dibuat atau diubah oleh yang lain.';

const sooner =
  'Lebih cepat: ketua menunjuk pengawas di Pengaturan, dari warga yang akunnya tidak dibuat atau diubah oleh pengusul.';

/** Why the reader cannot decide, and who can or from when on; null if the reader can. The decision itself asks again. */
export async function findObstacle(db: Db, question: Question): Promise<string | null> {
  const { reader, by, others, verb, now, timeZone } = question;
  const ids = others.map(({ id }) => id);
  const free = new Map<number, string>();
  for (const control of await findControls(db, by, ids, now)) {
    const id = control.by === by ? control.over : control.by;
    const from = strangersFrom(control.tanggal);
    if (from > (free.get(id) ?? '')) free.set(id, from);
  }
  const refusalOf = async (id: number) =>
    (await concerns(question, id)) ?? (free.has(id) ? notTwoPeople : null);
  const own = reader === by;
  const refusal = own ? '' : await refusalOf(reader);
  if (refusal === null) return null;

  const able: string[] = [];
  const later: string[] = [];
  for (const { id, nama } of others) {
    const other = await refusalOf(id);
    if (other === null) able.push(nama);
    if (other === notTwoPeople && (own || id === reader)) later.push(free.get(id) ?? '');
  }
  const [first] = later.toSorted();
  const from = first && `mulai ${formatDateTime(first, timeZone)}`;
  return [
    own ? 'Menunggu orang lain.' : refusal,
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

/** Whom to ask for the decision: those who can decide now. If nobody can, all of them, with the reason and from when on. */
export async function listAsked(db: Db, question: Omit<Question, 'reader'>) {
  const all: { id: number; halangan: string | null }[] = [];
  for (const { id } of question.others)
    all.push({ id, halangan: await findObstacle(db, { ...question, reader: id }) });
  const able = all.filter(({ halangan }) => halangan === null);
  return able.length > 0 ? able : all;
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
