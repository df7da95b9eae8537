/**
 * Tables of sums that the database itself keeps, by triggers, in the transaction of each change: no code can forget it,
 * and no read grows with the estate. What a sum is, stands in the migration that made it; here it becomes SQL that both
 * databases understand.
 */
import type { DialectName } from './dialect.ts';

export interface KeptSum {
  table: string;
  /** The table that is summed up: its row is `s` in the values below. */
  of: string;
  /** The column that names the row's person, who is then `u`: the sum follows them when they move or leave. */
  owner?: string;
  key: Readonly<Record<string, 'text' | 'integer'>>;
  amounts: readonly string[];
  /** Where a row counts, and with what: SQL for each column of the key and each amount. */
  parts: readonly { when: string; values: Readonly<Record<string, string>> }[];
}

const columnsOf = ({ key, amounts }: KeptSum) => [...Object.keys(key), ...amounts];

interface Place {
  /** What the values call `s` and `u`. */
  s?: string;
  u?: string;
  from?: string;
  where: string;
}

/** What single rows add, before it is summed up. */
function rowsOf(sum: KeptSum, { s = 's', u = 'u', from, where }: Place): string {
  const parts = sum.parts.map(({ when, values }) => {
    const columns = columnsOf(sum).map((column) => `${values[column]} AS ${column}`);
    return `SELECT ${columns.join(', ')}${from ? ` FROM ${from}` : ''} WHERE ${when} AND ${where}`;
  });
  return parts.join(' UNION ALL ').replaceAll(/\bs\./g, `${s}.`).replaceAll(/\bu\./g, `${u}.`);
}

/** The sum from its rows; `where` speaks of `s`, and of `u` where it has one. */
export function recomputed(sum: KeptSum, where: string): string {
  const from = `${sum.of} AS s${sum.owner ? ` JOIN users AS u ON u.id = s.${sum.owner}` : ''}`;
  return summedUp(sum, rowsOf(sum, { from, where }));
}

function summedUp(sum: KeptSum, rows: string, sign: '' | '-' = ''): string {
  const keys = Object.keys(sum.key).join(', ');
  const amounts = sum.amounts.map((amount) => `sum(${sign}${amount}) AS ${amount}`);
  return `SELECT ${keys}, ${amounts.join(', ')} FROM (${rows}) AS counted WHERE 1 = 1 GROUP BY ${keys}`;
}

function add(sum: KeptSum, selected: string): string {
  const grown = sum.amounts.map((amount) => `${amount} = ${sum.table}.${amount} + excluded.${amount}`);
  return `INSERT INTO ${sum.table} (${columnsOf(sum).join(', ')}) ${selected}
    ON CONFLICT (${Object.keys(sum.key).join(', ')}) DO UPDATE SET ${grown.join(', ')};`;
}

export function createSumTable(sum: KeptSum, dialect: DialectName): string {
  const columns = [
    ...Object.entries(sum.key).map(([column, type]) => `${column} ${type} NOT NULL`),
    ...sum.amounts.map((amount) => `${amount} bigint NOT NULL`),
    `PRIMARY KEY (${Object.keys(sum.key).join(', ')})`,
  ];
  return `CREATE TABLE ${sum.table} (${columns.join(', ')})${dialect === 'sqlite' ? ' WITHOUT ROWID' : ''}`;
}

/** For rows that were there before the triggers, or came past them. */
export const recomputeSums = (sums: readonly KeptSum[]): string[] =>
  sums.flatMap((sum) => [`DELETE FROM ${sum.table}`, add(sum, recomputed(sum, '1 = 1'))]);

/** What a change of a row of the table takes from sums and adds to them, by whether it was so (OLD) or is so (NEW). */
function effects(sums: readonly KeptSum[], table: string, row: 'OLD' | 'NEW'): string[] {
  const own = sums.filter(({ of }) => of === table);
  return own.map((sum) => {
    const place = sum.owner
      ? { s: row, from: 'users AS u', where: `u.id = ${row}.${sum.owner}` }
      : { s: row, where: '1 = 1' };
    return add(sum, summedUp(sum, rowsOf(sum, place), row === 'OLD' ? '-' : ''));
  });
}

/** The same for what a person has, when the person changes. */
function effectsOfOwner(sums: readonly KeptSum[], row: 'OLD' | 'NEW'): string[] {
  return sums.flatMap((sum) => {
    if (!sum.owner) return [];
    const rows = rowsOf(sum, { u: row, from: `${sum.of} AS s`, where: `s.${sum.owner} = ${row}.id` });
    return add(sum, summedUp(sum, rows, row === 'OLD' ? '-' : ''));
  });
}

/** Columns of a table that its sums, or as `u` those of other tables, look at. */
function watched(sums: readonly KeptSum[], table: string): string[] {
  const named = sums.flatMap((sum) => {
    const values = sum.parts.flatMap((part) => [part.when, ...Object.values(part.values)]).join(' ');
    const names = (alias: string) =>
      [...values.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '');
    return [
      ...(sum.of === table ? [...names('s'), ...(sum.owner ? [sum.owner] : [])] : []),
      ...(table === 'users' && sum.owner ? names('u') : []),
    ];
  });
  return [...new Set(named)];
}

const tablesOf = (sums: readonly KeptSum[]) => [...new Set([...sums.map(({ of }) => of), 'users'])];

/** By table, a statement about NEW, and one about OLD and NEW, that come after those of the sums. */
type Also = Readonly<Record<string, { come: string; changed: string }>>;

/** Triggers on all tables that the sums depend on. */
export function sumTriggers(sums: readonly KeptSum[], dialect: DialectName, also: Also = {}): string[] {
  return tablesOf(sums).flatMap((table) => {
    const differs = watched(sums, table).map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`);
    const plan: Plan = {
      table,
      gone: effects(sums, table, 'OLD'),
      come: [...effects(sums, table, 'NEW'), also[table]?.come ?? ''],
      changed: [
        ...(['OLD', 'NEW'] as const).flatMap((row) => [
          ...effects(sums, table, row),
          ...(table === 'users' ? effectsOfOwner(sums, row) : []),
        ]),
        also[table]?.changed ?? '',
      ],
      when: differs.join(' OR '),
    };
    return dialect === 'sqlite' ? sqliteTriggers(plan) : postgresTriggers(plan);
  });
}

export const dropSumTriggers = (sums: readonly KeptSum[], dialect: DialectName): string[] =>
  tablesOf(sums).flatMap((table) =>
    dialect === 'sqlite'
      ? ['insert', 'delete', 'update'].map((change) => `DROP TRIGGER ${table}_sums_${change}`)
      : [`DROP TRIGGER ${table}_sums_queue ON ${table}`, `DROP FUNCTION ${table}_sums() CASCADE`],
  );

interface Plan {
  table: string;
  gone: string[];
  come: string[];
  changed: string[];
  when: string;
}

const sqliteTriggers = ({ table, gone, come, changed, when }: Plan) => [
  `CREATE TRIGGER ${table}_sums_insert AFTER INSERT ON ${table} BEGIN ${come.join('\n')} END`,
  `CREATE TRIGGER ${table}_sums_delete AFTER DELETE ON ${table} BEGIN ${gone.join('\n')} END`,
  `CREATE TRIGGER ${table}_sums_update AFTER UPDATE ON ${table} WHEN ${when} BEGIN ${changed.join('\n')} END`,
];

/**
 * Whoever changes such a table waits, before the statement locks any row, for those who did so before. Two transactions
 * that touch the same sums in another order would otherwise wait for each other.
 */
const postgresTriggers = ({ table, gone, come, changed, when }: Plan) => [
  `CREATE FUNCTION ${table}_sums() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN ${come.join('\n')}
    ELSIF TG_OP = 'DELETE' THEN ${gone.join('\n')}
    ELSE ${changed.join('\n')} END IF;
    RETURN NULL; END $$`,
  `CREATE TRIGGER ${table}_sums_queue BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION queue_for_sums()`,
  `CREATE TRIGGER ${table}_sums AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_sums()`,
  `CREATE TRIGGER ${table}_sums_update AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${table}_sums()`,
];
