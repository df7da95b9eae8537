import * as contract from '../../../contract/officers.ts';
import type { Role } from '../../../contract/people.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { definedFields } from '../../database/defined-fields.ts';
import type { Tx } from '../../database/write.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { changeAccount, createAccount } from '../accounts/save-account.ts';
import { findHouseStatus } from '../rates/queries.ts';
import { changeHouse } from '../residents/change-house.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const { db, config } = context;
  return [
    route(contract.listOfficers, async ({ scope }) => ({ data: await queries.listOfficers(db, scope) })),
    route(contract.listAccounts, async ({ scope, query }) => queries.listAccounts(db, scope, query, query)),
    route(contract.createAccount, ({ actor, body }) =>
      createAccount(context, actor, {
        ...body,
        no_hp: body.no_hp || null,
        blok: body.blok || null,
        jumlah_keluarga: null,
      }),
    ),
    route(contract.changeAccount, async ({ actor, scope, params, body }) => {
      const { no_hp, blok, password, rumah, rumah_sejak, ...given } = body;
      if (rumah && params.id === actor.id) throw new Refusal('not_oneself');
      const changes = {
        ...definedFields(given),
        password,
        ...(no_hp === undefined ? {} : { no_hp: no_hp || null }),
        ...(blok === undefined ? {} : { blok: blok || null }),
      };
      const also =
        rumah &&
        (async (tx: Tx, account: { blok: string | null }) => {
          if (account.blok === null)
            throw invalidFields({ rumah: 'Akun ini tidak punya rumah. Isi bloknya lebih dulu' });
          await changeHouse(tx, params.id, { rumah, sejak: rumah_sejak ?? undefined }, config.timeZone);
        });
      const account = await changeAccount(context, actor, scope, { id: params.id, changes, also });
      const data = { ...account, rumah: await findHouseStatus(db, params.id) };
      return { data, message: isResident(account) ? successes.residentUpdated : successes.userUpdated };
    }),
    route(contract.deleteAccount, async ({ actor, scope, params }) => {
      const account = await deleteAccount(context, actor, scope, params);
      return { message: isResident(account) ? successes.residentDeleted : successes.userDeleted };
    }),
  ];
}

const isResident = ({ jenis }: { jenis: Role }) => jenis === 'warga';
