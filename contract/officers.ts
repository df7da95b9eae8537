/** Officers (perangkat) are all accounts except warga; user management covers every account. */
import * as z from 'zod/mini';
import { changed, created, done, endpoint, idParams, list, page, paging } from './endpoint.ts';
import {
  calendarDate,
  email,
  newPassword,
  oneOf,
  optionalBlock,
  personName,
  phone,
  search,
} from './fields.ts';
import { roles } from './people.ts';
import { houseStatuses } from './rates.ts';
import { accountStatuses, unchangedPassword } from './residents.ts';

export const Officer = z.object({
  id: z.number(),
  nama: z.string(),
  email: z.string(),
  no_hp: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  jenis: z.enum(roles),
  /** What their house is used for; without a house it decides nothing. */
  rumah: z.enum(houseStatuses),
  status: z.enum(accountStatuses),
});
export type Officer = z.output<typeof Officer>;

export const Account = z.extend(Officer, { created_at: z.string() });
export type Account = z.output<typeof Account>;

const role = oneOf('Jenis', roles);

export const listOfficers = endpoint('GET', '/api/users/perangkat', {
  allow: 'officers.read',
  summary: 'All officers',
  returns: list(Officer),
});
export const listAccounts = endpoint('GET', '/api/users', {
  allow: 'users.read',
  summary: 'All accounts, ordered by house; `q` searches name, e-mail, phone and house',
  query: z.object({
    jenis: z.optional(role),
    q: search,
    ...paging,
  }),
  returns: page(Account),
});
export const createAccount = endpoint('POST', '/api/users', {
  allow: 'users.create',
  summary: 'Create an account with a role that the caller may assign',
  body: z.object({
    nama: personName,
    email,
    no_hp: phone,
    blok: optionalBlock,
    jenis: role,
    password: newPassword,
  }),
  returns: created(Account),
  creates: 'userCreated',
  createsInstead: { field: 'jenis', is: 'warga', message: 'residentCreated' },
});
export const changeAccount = endpoint('PUT', '/api/users/:id', {
  allow: 'users.edit',
  summary:
    'Change an account; omitted fields and a blank password are kept; deactivation ends all sessions. `rumah` as for residents, not of the own house',
  params: idParams,
  body: z.object({
    nama: z.optional(personName),
    email: z.optional(email),
    no_hp: phone,
    blok: optionalBlock,
    jenis: z.optional(role),
    password: unchangedPassword,
    status: z.optional(oneOf('Status', accountStatuses)),
    rumah: z.optional(oneOf('Status rumah', houseStatuses)),
    rumah_sejak: z.optional(z.nullable(calendarDate('Tanggal mulai'))),
  }),
  returns: changed(Account),
});
export const deleteAccount = endpoint('DELETE', '/api/users/:id', {
  allow: 'users.delete',
  summary: 'Delete an account with a role that the caller may assign',
  params: idParams,
  returns: done,
});

export const accountAudit = {
  subjects: { users: 'Akun' },
  actions: {
    'account.created': 'Menambah akun',
    'account.noted': 'Mencatat keadaan akun',
    'account.changed': 'Mengubah akun',
    'house.changed': 'Mengubah status rumah',
    'account.deleted': 'Menghapus akun',
    'profile.changed': 'Mengubah profil',
    'password.changed': 'Mengubah password',
  },
} as const;
