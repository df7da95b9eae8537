import { monthIn, monthKey } from '../../../contract/format.ts';
import { successes } from '../../../contract/messages.ts';
import { changeSettings, duesIn, getSettings, type Settings } from '../../../contract/settings.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import { route } from '../../http/route.ts';
import { definedFields } from '../../database/defined-fields.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { listDues, readSettings, storeDues, storeSettings } from './queries.ts';

export function settingsRoutes({ db, write, clock, config }: Context) {
  const thisMonth = () => monthIn(config.timeZone, clock());
  const all = async (source: Db): Promise<Settings> => {
    const duesHistory = await listDues(source);
    return {
      ...(await readSettings(source)),
      duesAmount: duesIn(duesHistory, thisMonth()),
      duesHistory,
      timeZone: config.timeZone,
    };
  };
  return [
    route(getSettings, async () => ({ data: await all(db) })),
    route(changeSettings, async ({ actor, body }) => {
      const data = await write(actor, async (tx) => {
        await tx.dialect.serialize(tx.db, 'settings');
        const sebelum = await all(tx.db);
        const { duesAmount, ...stored } = body;
        await storeSettings(tx, definedFields(stored));
        const isNew = duesAmount !== undefined && duesAmount !== sebelum.duesAmount;
        if (isNew) {
          await tx.dialect.serialize(tx.db, 'book'); // the month may be closed at the same time
          await refuseClosedMonth(tx.db, `${monthKey(thisMonth())}-01`);
          await storeDues(tx, thisMonth(), duesAmount);
        }
        const sesudah = await all(tx.db);
        const difference = differenceOf(sebelum, sesudah);
        if (!difference) return sesudah;
        await tx.audit({ aksi: 'settings.changed', entitas: 'settings', entitas_id: null, ...difference });
        tx.changed('settings');
        tx.changed('dashboard');
        tx.changed('reports');
        if (isNew) tx.changed('payments'); // lists of a month show the dues
        tx.after({ kind: 'broadcast-settings', complaintMenuEnabled: sesudah.complaintMenuEnabled });
        return sesudah;
      });
      return { data, message: successes.settingsChanged };
    }),
  ];
}

function differenceOf(before: Settings, after: Settings) {
  const { duesHistory: _, ...plain } = after; // already covered by duesAmount
  const keys = (Object.keys(plain) as (keyof typeof plain)[]).filter((key) => before[key] !== after[key]);
  const pick = (settings: Settings) => Object.fromEntries(keys.map((key) => [key, settings[key]]));
  return keys.length === 0 ? null : { sebelum: pick(before), sesudah: pick(after) };
}
