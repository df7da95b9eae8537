/** Checksums per table, to compare two databases. */
import { hash } from 'node:crypto';
import type { DialectName } from '../../database/dialect.ts';
import type { Db } from '../../database/open.ts';
import { sourceOf } from './copy.ts';

export interface Fingerprint {
  rows: number;
  /** Rupiah: sum of the column `jumlah`, 0 where it is none. */
  money: number;
  /** Independent of the row order. */
  digest: string;
}

/** @param db a snapshot, so that the tables are consistent */
export async function fingerprints(db: Db, dialect: DialectName): Promise<Map<string, Fingerprint>> {
  const source = await sourceOf(db, dialect);
  const prints = new Map<string, Fingerprint>();
  for (const table of source.tables) {
    const order = [...table.columns.keys()].toSorted((a, b) =>
      (table.columns[a] ?? '') < (table.columns[b] ?? '') ? -1 : 1,
    );
    const amount = table.name === 'attempts' ? -1 : table.columns.indexOf('jumlah'); // a count there
    const print = { rows: 0, money: 0 };
    let sum = 0n;
    for await (const portion of source.rows(table)) {
      for (const row of portion) {
        print.rows += 1;
        print.money += amount < 0 ? 0 : Number(row[amount]);
        const values = JSON.stringify(order.map((place) => row[place]));
        sum += BigInt(`0x${hash('sha256', values)}`);
      }
    }
    prints.set(table.name, { ...print, digest: sum.toString(16).slice(-64) });
  }
  return prints;
}
