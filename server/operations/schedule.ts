/**
 * Work that the estate does by itself once a day, however many processes serve it: the first to come claims the day
 * in the database. A run that fails or is broken off is tried again when its claim has lapsed.
 */
import { dateIn } from '../../contract/format.ts';
import { startOfDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { finish } from '../database/jobs.ts';
import type { Tx } from '../database/write.ts';

export interface DailyJob {
  name: string;
  /** Ends with `finish()` when it has a result worth keeping. */
  run(): Promise<void>;
}

type Surroundings = Pick<Context, 'write' | 'clock' | 'config'>;

const minute = 60_000;
const hour = 60 * minute;
const claimLasts = 6 * hour;

/** Looks every minute whether a job is due; answers how to stop. A run under way goes on. */
export function everyDay(
  context: Surroundings & Pick<Context, 'log'>,
  jobs: readonly DailyJob[],
  every = minute,
) {
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    for (const job of jobs) {
      await runWhenDue(context, job).catch((err: unknown) =>
        context.log.error({ err }, `${job.name} failed`),
      );
    }
    busy = false;
  };
  const timer = setInterval(() => void look(), every);
  return () => clearInterval(timer);
}

/** @returns whether it was due, and this process the one to do it */
export async function runWhenDue({ write, clock, config }: Surroundings, job: DailyJob): Promise<boolean> {
  const now = clock();
  const today = startOfDay(dateIn(config.timeZone, now), config.timeZone);
  if (!(await write('system', (tx) => claim(tx, job.name, { now, today })))) return false;
  await job.run();
  await write('system', (tx) => finish(tx, job.name));
  return true;
}

/** A clock that was ahead and has been set back must not stop the work: what lies in the future does not count. */
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
