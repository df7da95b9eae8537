/** SQL about the audit log; rows are written by `tx.audit()` alone. */
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../platform/db/page.ts';

const order = newestFirst<{ id: number }>('audit');

export async function listAudit(db: Db, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where(behind)
    .orderBy('id', 'desc')
    .limit(fetch)
    .execute();
  const page = cutPage(order, rows, fetch);
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, sebelum: parse(row.sebelum), sesudah: parse(row.sesudah) })),
  };
}

const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>));
