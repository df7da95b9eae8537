/**
 * Payments and complaints carry the letter of their person's house, with indexes of their own: a block's list is walked
 * as the estate's is. Triggers write it, in the transaction of each change; on PostgreSQL after the queue for sums, so
 * that a row that comes while its person moves gets the new letter.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';

const tables = ['payments', 'complaints'] as const;

const follow = tables
  .map((table) => `UPDATE ${table} SET huruf_blok = NEW.huruf_blok WHERE user_id = NEW.id;`)
  .join('\n');

const triggers = {
  sqlite: [
    ...tables.map(
      (table) => `CREATE TRIGGER ${table}_letter AFTER INSERT ON ${table} BEGIN
        UPDATE ${table} SET huruf_blok = (SELECT huruf_blok FROM users WHERE id = NEW.user_id) WHERE id = NEW.id; END`,
    ),
    `CREATE TRIGGER users_letter AFTER UPDATE ON users WHEN OLD.huruf_blok IS NOT NEW.huruf_blok BEGIN ${follow} END`,
  ],
  postgres: [
    `CREATE FUNCTION take_letter() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.huruf_blok := (SELECT huruf_blok FROM users WHERE id = NEW.user_id); RETURN NEW; END $$`,
    ...tables.map(
      (table) =>
        `CREATE TRIGGER ${table}_letter BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION take_letter()`,
    ),
    `CREATE FUNCTION give_letter() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${follow} RETURN NULL; END $$`,
    `CREATE TRIGGER users_letter AFTER UPDATE ON users FOR EACH ROW
      WHEN (OLD.huruf_blok IS DISTINCT FROM NEW.huruf_blok) EXECUTE FUNCTION give_letter()`,
  ],
};

const indexes = [
  'CREATE INDEX payments_by_letter ON payments (huruf_blok, id)',
  'CREATE INDEX payments_by_letter_and_status ON payments (huruf_blok, status, id)',
  'CREATE INDEX payments_by_letter_and_month ON payments (huruf_blok, tahun, bulan, id)',
  'CREATE INDEX complaints_by_letter ON complaints (huruf_blok, id)',
  'CREATE INDEX complaints_by_letter_and_status ON complaints (huruf_blok, status, id)',
  'CREATE INDEX complaints_by_letter_and_category ON complaints (huruf_blok, kategori, id)',
  'CREATE INDEX complaints_by_letter_and_date ON complaints (huruf_blok, tanggal_aduan, id)',
];

/** PostgreSQL would not expect that a block has nothing of what others have. */
const statistics = [
  'CREATE STATISTICS payments_by_letter_and_status_together (mcv) ON huruf_blok, status FROM payments',
  'CREATE STATISTICS complaints_by_letter_and_state_together (mcv) ON huruf_blok, status, kategori FROM complaints',
  'ANALYZE payments',
  'ANALYZE complaints',
];

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of [
      ...tables.flatMap((table) => [
        `ALTER TABLE ${table} ADD COLUMN huruf_blok text`,
        `UPDATE ${table} SET huruf_blok = (SELECT huruf_blok FROM users WHERE users.id = ${table}.user_id)`,
      ]),
      ...triggers[dialect.name],
      ...indexes,
      ...(dialect.name === 'postgres' ? statistics : []),
    ])
      await sql.raw(statement).execute(db);
  },
});
