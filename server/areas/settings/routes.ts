import { notificationTitles } from '../../../contract/events.ts';
import { monthIn, monthKey } from '../../../contract/format.ts';
import type { Actor } from '../../../contract/people.ts';
import * as contract from '../../../contract/settings.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { definedFields } from '../../database/defined-fields.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { makePasswordCheck } from '../auth/confirm-password.ts';
import { lastClosedMonth } from '../closings/queries.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { tellEveryone } from '../notifications/tell-everyone.ts';
import { forAllHouses, insertRate } from '../rates/queries.ts';
import { listAnnouncements } from './list-announcements.ts';
import { firstResidentAt, listDues, readSettings, storeSettings } from './queries.ts';

export function routes(context: Context) {
  const { db, write, clock, config } = context;
  const confirmPassword = makePasswordCheck(context);
  const thisMonth = () => monthIn(config.timeZone, clock());
  const duesFrom = async (source: Db, history: readonly contract.DuesChange[]) =>
    (await isStillEmpty(source, history)) ? contract.sinceEver : monthKey(thisMonth());
  const all = async (source: Db): Promise<contract.Settings> => {
    const duesHistory = await listDues(source);
    return {
      ...(await readSettings(source)),
      duesAmount: contract.duesIn(duesHistory, thisMonth()),
      duesHistory,
      duesFrom: await duesFrom(source, duesHistory),
      timeZone: config.timeZone,
    };
  };
  return [
    route(contract.getSettings, async () => ({ data: await all(db) })),
    route(contract.listAnnouncements, async () => ({ data: await listAnnouncements(db, clock()) })),
    route(contract.changeSettings, async ({ actor, body: { password, ...body } }) => {
      if (password !== undefined) await confirmPassword(actor, password);
      const data = await write(actor, async (tx) => {
        await tx.dialect.serialize(tx.db, 'settings');
        const sebelum = await all(tx.db);
        const trusted = contract.trustedChanges(sebelum, body);
        if (trusted.length > 0 && password === undefined)
          throw new Refusal('password_needed', { fields: ['password'] });
        const { duesAmount, ...stored } = body;
        const changes = definedFields(stored);
        await storeSettings(tx, { ...changes, ...checkQris(sebelum, changes) });
        const isNew = duesAmount !== undefined && duesAmount !== sebelum.duesAmount;
        let sejak = sebelum.duesFrom;
        if (isNew) {
          await tx.dialect.serialize(tx.db, 'book'); // the month may be closed at the same time
          await refuseClosedMonth(tx.db, `${monthKey(thisMonth())}-01`);
          sejak = await duesFrom(tx.db, sebelum.duesHistory);
          await insertRate(tx, { ...forAllHouses, sejak, jumlah: duesAmount });
        }
        const sesudah = await all(tx.db);
        const difference = differenceOf(sebelum, sesudah);
        if (!difference) return sesudah;
        if (isNew && sejak === contract.sinceEver) Object.assign(difference.sesudah, { sejak });
        await tx.audit('settings.changed', 'settings', null, { ...difference });
        tx.changed(['settings', 'dashboard', 'reports']);
        if (isNew) tx.changed('payments'); // lists of a month show the dues
        if (trusted.length > 0) await announce(tx, actor, trusted);
        tx.after({ kind: 'broadcast-settings', complaintMenuEnabled: sesudah.complaintMenuEnabled });
        return sesudah;
      });
      return { data, message: successes.settingsChanged };
    }),
  ];
}

const announced: Record<(typeof contract.trustedSettings)[number], string> = {
  duesAmount: 'iuran bulanan',
  batasDuaOrang: 'batas dua orang',
  bankName: 'rekening tujuan',
  bankAccount: 'rekening tujuan',
  bankHolder: 'rekening tujuan',
  qris: 'kode QRIS',
  qrisAktif: 'kode QRIS',
};

/**
 * A new code is switched off until somebody has tried it.
 * @throws Refusal 422 if a code would be switched on that is missing or as new as the request
 */
function checkQris(
  before: contract.Settings,
  { qris = before.qris, qrisAktif }: Partial<contract.Settings>,
): Partial<contract.Settings> {
  const isNew = qris !== before.qris;
  if (qrisAktif && (isNew || qris === '')) throw new Refusal('qris_untried', { fields: ['qrisAktif'] });
  return isNew ? { qrisAktif: false } : {};
}

async function announce(tx: Tx, actor: Actor, changes: readonly (keyof typeof announced)[]): Promise<void> {
  const what = new Intl.ListFormat('id').format(new Set(changes.map((key) => announced[key])));
  const concernsPayers = changes.some((key) => key !== 'batasDuaOrang');
  await tellEveryone(tx, {
    jenis: 'announcement',
    judul: notificationTitles['settings-announced'],
    pesan: `${actor.nama} mengubah ${what}. Lihat perubahannya${concernsPayers ? ' sebelum membayar' : ''}.`,
    halaman: 'payments',
  });
}

function differenceOf(before: contract.Settings, after: contract.Settings) {
  const { duesHistory: _history, duesFrom: _from, ...plain } = after; // already covered by duesAmount
  const keys = (Object.keys(plain) as (keyof typeof plain)[]).filter((key) => before[key] !== after[key]);
  const pick = (settings: contract.Settings) => Object.fromEntries(keys.map((key) => [key, settings[key]]));
  return keys.length === 0 ? null : { sebelum: pick(before), sesudah: pick(after) };
}

/** Whether no dues were set, owed by residents, or closed with a month. */
async function isStillEmpty(db: Db, history: readonly contract.DuesChange[]): Promise<boolean> {
  if (history.some(({ sejak }) => sejak !== contract.sinceEver)) return false;
  return (await firstResidentAt(db)) === undefined && (await lastClosedMonth(db)) === null;
}
