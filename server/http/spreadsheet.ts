/** A worker thread creates files: a large year takes seconds of CPU. One at a time bounds the memory. */
import { getHeapStatistics } from 'node:v8';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import Tinypool from 'tinypool';
import type { ExportColumn, ExportFormat, ExportRow } from '../../contract/endpoint.ts';
import type { Actor } from '../../contract/people.ts';
import { limitPerUser } from './limits/body-slots.ts';
import type { Order } from './spreadsheet-thread.ts';

const megabyte = 1_048_576;

const thread = new Tinypool({
  filename: new URL('spreadsheet-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  // If the thread runs out of memory, only the export fails.
  resourceLimits: { maxOldGenerationSizeMb: getHeapStatistics().heap_size_limit / megabyte / 2 },
});

/** Fair queue: one export per user at a time. */
const ofOne = limitPerUser(1);
const ofAll = pLimit(1);

/** @param read called when the slot is acquired, so that waiting exports take no memory */
export async function sendSpreadsheet(
  reply: FastifyReply,
  actor: Actor,
  format: ExportFormat,
  columns: readonly ExportColumn[],
  read: () => Promise<Pick<Order, 'title' | 'owner' | 'data'>>,
): Promise<FastifyReply> {
  const inTurn = <T>(work: () => Promise<T>) => ofOne(actor.id)(() => ofAll(work));
  // Releases the slot before sending, so that a slow client does not block others.
  const made = await inTurn(async () => {
    if (reply.raw.destroyed) return null;
    const { title, owner, data } = await read();
    const order: Order = {
      format,
      columns: columns.filter(({ only = format }) => only === format).map(withoutTotal),
      title,
      owner,
      data,
      totals: totalsOf(columns, data),
    };
    const file: Uint8Array = await thread.run(order);
    return { title, file };
  });
  if (!made) return reply.hijack();
  const { buffer, byteOffset, byteLength } = made.file;
  reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', contentDisposition(fileName(made.title, format)))
    .header('cache-control', 'no-store')
    .compress(Buffer.from(buffer, byteOffset, byteLength));
  return reply;
}

const withoutTotal = ({ total: _, ...column }: ExportColumn) => column;

function totalsOf(columns: readonly ExportColumn[], rows: readonly ExportRow[]): ExportRow | null {
  const totals = columns.flatMap(({ key, total }) =>
    total === undefined ? [] : [[key, typeof total === 'string' ? total : total(rows)] as const],
  );
  return totals.length === 0 ? null : Object.fromEntries(totals);
}

const fileName = (title: string, format: ExportFormat) =>
  `${title.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim()}.${format}`;

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
