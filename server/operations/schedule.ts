/** Daily jobs, claimed by one process. A failed run is retried after its claim expires. */
import { dateIn } from '../../contract/format.ts';
import { startOfDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { finishJob } from '../database/jobs.ts';
import type { Tx } from '../database/write.ts';

export interface DailyJob {
  name: string;
  run(): Promise<void>;
}

type Surroundings = Pick<Context, 'write' | 'clock' | 'config'>;

const minute = 60_000;
const hour = 60 * minute;
const claimLasts = 6 * hour;

/** Checks every minute for due jobs, and runs them one after the other. Returns a function that stops checking; a running job continues. */
export function everyDay(
  context: Surroundings & Pick<Context, 'log'>,
  jobs: readonly DailyJob[],
  every = minute,
) {
  const look = unlessBusy(async () => {
    for (const job of jobs) {
      await runWhenDue(context, job).catch((err: unknown) =>
        context.log.error({ err }, `${job.name} failed`),
      );
    }
  });
  const timer = setInterval(() => void look(), every);
  return () => clearInterval(timer);
}

/** Skips a run while the one before has not ended. */
export function unlessBusy(work: () => Promise<void>): () => Promise<void> {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    await work();
    isBusy = false;
  };
}

export async function runWhenDue({ write, clock, config }: Surroundings, job: DailyJob): Promise<boolean> {
  const now = clock();
  const today = startOfDay(dateIn(config.timeZone, now), config.timeZone);
  if (!(await write('system', (tx) => claim(tx, job.name, { now, today })))) return false;
  await job.run();
  await write('system', (tx) => finishJob(tx, job.name));
  return true;
}

/** Ignores times in the future: they were written while the clock was wrong. */
async function claim(tx: Tx, nama: string, { now, today }: { now: Date; today: Date }): Promise<boolean> {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  await tx.db
    .insertInto('jobs')
    .values({ nama })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const claimed = await tx.db
    .updateTable('jobs')
    .set((eb) => ({
      mulai: now.toISOString(),
      selesai: eb.case().when('selesai', '>', at(hour)).then(null).else(eb.ref('selesai')).end(),
    }))
    .where('nama', '=', nama)
    .where((eb) =>
      eb.or([
        eb('selesai', 'is', null),
        eb('selesai', '<', today.toISOString()),
        eb('selesai', '>', at(hour)),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('mulai', 'is', null),
        eb('mulai', '<=', eb.ref('selesai')),
        eb('mulai', '<', at(-claimLasts)),
        eb('mulai', '>', at(hour)),
      ]),
    )
    .returning('nama')
    .executeTakeFirst();
  return claimed !== undefined;
}
