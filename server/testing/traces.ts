import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { temporaryFolder } from '../http/bind.ts';
import type { TestApp } from './app.ts';
import { treeMemory } from './process-tree.ts';

export async function tracesOf({ context, folder }: TestApp) {
  const count = async (table: 'files' | 'payments' | 'documents') =>
    (
      await context.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const objects: string[] = [];
  for (const prefix of ['uploads', 'thumbnails', 'documents']) {
    for await (const { key } of context.storage.list(prefix)) objects.push(key);
  }
  return {
    rows: [await count('files'), await count('payments'), await count('documents')],
    objects: objects.toSorted(),
    temporary: await readdir(temporaryFolder(folder)),
  };
}

/** Runs a refused request and asserts that nothing changed. */
export async function refusedLeavingNothing<T extends { status: number }>(
  app: TestApp,
  work: () => Promise<T>,
  status: number,
): Promise<T> {
  const before = await tracesOf(app);
  expect(before.temporary).toEqual([]);
  const answer = await work();
  expect(answer.status).toBe(status);
  expect(await tracesOf(app)).toEqual(before);
  return answer;
}

/** Peak memory growth of this process and its children in megabytes. */
export async function growth(work: () => Promise<unknown>): Promise<number> {
  const memory = () => treeMemory(process.pid);
  const before = memory();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memory());
  }, 20);
  await work().finally(() => clearInterval(watch));
  return Math.max(highest, memory()) - before;
}
