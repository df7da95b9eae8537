import { monthIn } from '../../../contract/format.ts';
import { waivedStates } from '../../../contract/owed.ts';
import { canPay, monthStatuses } from '../../../contract/payments.ts';
import * as contract from '../../../contract/residents.ts';
import { successes } from '../../../contract/successes.ts';
import { endOfMonth } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { definedFields } from '../../database/defined-fields.ts';
import type { Tx } from '../../database/write.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { refuseOccupied } from '../accounts/rules.ts';
import { changeAccount, createAccount } from '../accounts/save-account.ts';
import { listFree } from '../rates/free-houses.ts';
import { changeHouse } from './change-house.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const { db, clock, config } = context;
  const thisMonth = () => monthIn(config.timeZone, clock());
  const withUncharged = async <R extends Pick<contract.Resident, 'id' | 'status_bulan_ini'>>(
    rows: readonly R[],
  ) => {
    const month = thisMonth();
    const free = new Set(await listFree(db, month, endOfMonth(month, config.timeZone)));
    return rows.map((row) =>
      free.has(row.id) && unpaidStates.includes(row.status_bulan_ini)
        ? { ...row, status_bulan_ini: contract.uncharged }
        : row,
    );
  };
  return [
    route(contract.listResidents, async ({ scope, query }) => {
      const { data, ...rest } = await queries.listResidents(db, scope, query, thisMonth(), query);
      return { ...rest, data: await withUncharged(data) };
    }),
    route(contract.countResidents, async ({ scope, query }) => ({
      data: await queries.countResidents(db, scope, query),
    })),
    route(contract.listBlocks, async ({ scope }) => ({ data: await queries.listBlocks(db, scope) })),
    route(contract.createResident, ({ actor, body: { hanya_rumah_baru, ...body } }) => {
      const fields = {
        ...body,
        no_hp: body.no_hp || null,
        jumlah_keluarga: body.jumlah_keluarga === '' ? null : (body.jumlah_keluarga ?? null),
        jenis: 'warga' as const,
      };
      return createAccount(context, actor, fields, hanya_rumah_baru ? refuseOccupied : undefined);
    }),
    route(contract.changeResident, async ({ actor, scope, params, body }) => {
      const { no_hp, jumlah_keluarga, password, rumah, rumah_sejak, ...given } = body;
      const changes = {
        ...definedFields(given),
        password,
        ...(no_hp === undefined ? {} : { no_hp: no_hp || null }),
        ...(jumlah_keluarga === undefined
          ? {}
          : { jumlah_keluarga: jumlah_keluarga === '' ? null : jumlah_keluarga }),
      };
      const also =
        rumah &&
        ((tx: Tx) => changeHouse(tx, params.id, { rumah, sejak: rumah_sejak ?? undefined }, config.timeZone));
      await changeAccount(context, actor, scope, { id: params.id, changes, only: 'warga', also });
      const changed = found(await queries.findResident(db, scope, params.id, thisMonth()));
      const [data = changed] = await withUncharged([changed]);
      return { data, message: successes.residentUpdated };
    }),
    route(contract.deleteResident, async ({ actor, scope, params }) => {
      await deleteAccount(context, actor, scope, { id: params.id, only: 'warga' });
      return { message: successes.residentDeleted };
    }),
  ];
}

const unpaidStates: readonly string[] = [...monthStatuses.filter(canPay), ...waivedStates];
