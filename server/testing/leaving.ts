/** Finds personal data in responses: fields by record owner, and values in records of other people. */
import { blockLetter } from '../../contract/people.ts';
import type { Person } from './people.ts';

type Json = Record<string, unknown>;

const relations = ['own', 'block', 'others'] as const;
type Relation = (typeof relations)[number];

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By id or name, otherwise by the name in its title or description. */
function ownerOf(record: Json, people: readonly Person[]): Person | undefined {
  const { user_id, nama, nama_user, admin_nama, admin } = record;
  const name = nama ?? nama_user ?? admin_nama ?? admin;
  const owner = people.find((person) => person.id === user_id || person.nama === name);
  if (owner || name) return owner;
  const text = JSON.stringify([record.keterangan, record.judul]);
  return people.find((person) => text.includes(person.nama));
}

function relationOf(reader: Person | undefined, owner: Person): Relation {
  if (reader?.id === owner.id) return 'own';
  return reader && blockLetter(reader.blok) === blockLetter(owner.blok) ? 'block' : 'others';
}

/**
 * Field names per object path: `data.bulanan[]` → `bulan jumlah`; '' is the root. Records with an owner are
 * grouped by relation (`data[] own block`). Fields that are always null are ignored.
 */
export function fieldsOf(
  answer: Json,
  reader: Person | undefined,
  people: readonly Person[],
): Record<string, string> {
  const found = new Map<string, Map<Relation | '', Set<string>>>();
  const note = (path: string, relation: Relation | '', record: Json, inList: boolean) => {
    const ofPath = found.get(path) ?? new Map<Relation | '', Set<string>>();
    const keys = ofPath.get(relation) ?? new Set();
    found.set(path, ofPath.set(relation, keys));
    for (const [key, value] of Object.entries(record)) {
      if (look(path ? `${path}.${key}` : key, value)) continue;
      if (!inList || value !== null) keys.add(key);
    }
  };
  const look = (path: string, value: unknown): boolean => {
    if (isRecord(value)) note(path, '', value, false);
    const records = Array.isArray(value) ? value.filter(isRecord) : [];
    for (const record of records) {
      const owner = ownerOf(record, people);
      note(`${path}[]`, owner ? relationOf(reader, owner) : '', record, true);
    }
    return isRecord(value) || records.length > 0;
  };
  note('', '', answer, false);
  return Object.fromEntries([...found].flatMap(([path, byRelation]) => named(path, byRelation)));
}

function named(
  path: string,
  byRelation: ReadonlyMap<Relation | '', ReadonlySet<string>>,
): [string, string][] {
  const entries = [...byRelation]
    .map(([relation, keys]) => ({ relation, keys: [...keys].toSorted().join(' ') }))
    .filter(({ keys }) => keys !== '');
  const groups = Map.groupBy(entries, ({ relation, keys }) => (relation === '' ? '' : keys)).values();
  return [...groups].map((sharing) => {
    const present = relations.filter((relation) => sharing.some((entry) => entry.relation === relation));
    return [[path, ...present].join(' '), sharing[0]?.keys ?? ''];
  });
}

export interface Personal {
  value: string;
  of: Person;
  fields: readonly string[];
}

/** Personal values in records of others, or in fields where they are not allowed. */
export function strays(
  answer: unknown,
  reader: Person | undefined,
  people: readonly Person[],
  personal: readonly Personal[],
): string[] {
  const found: string[] = [];
  const walk = (path: string, key: string, value: unknown, owner: Person | undefined) => {
    if (Array.isArray(value)) for (const item of value) walk(`${path}[]`, key, item, owner);
    else if (isRecord(value)) {
      const own = ownerOf(value, people);
      for (const [name, child] of Object.entries(value)) walk(`${path}.${name}`, name, child, own);
    } else if (typeof value === 'string') {
      for (const { value: secret, of, fields } of personal) {
        if (of.id === reader?.id || !value.includes(secret)) continue;
        if (of !== owner || !fields.includes(key)) found.push(`${path} tells ${secret} of ${of.nama}`);
      }
    }
  };
  walk('', '', answer, undefined);
  return found;
}
