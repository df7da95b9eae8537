import * as z from 'zod/mini';
import { changed, created, done, endpoint, idParams, list, one, page, paging } from './endpoint.ts';
import {
  block,
  blockFilter,
  calendarDate,
  count,
  email,
  newPassword,
  oneOf,
  personName,
  phone,
  search,
} from './fields.ts';
import { waivedStates } from './owed.ts';
import { monthStatuses } from './payments.ts';
import { houseStatuses } from './rates.ts';

export const accountStatuses = ['active', 'inactive'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** The house costs nothing this month. */
export const uncharged = 'tidak_ditagih';

export const Resident = z.object({
  id: z.number(),
  nama: z.string(),
  email: z.string(),
  no_hp: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  jumlah_keluarga: z.nullable(z.number()),
  status: z.enum(accountStatuses),
  created_at: z.string(),
  /** What the house is used for today. */
  rumah: z.enum(houseStatuses),
  status_bulan_ini: z.enum([...monthStatuses, ...waivedStates, uncharged]),
});
export type Resident = z.output<typeof Resident>;

/** Blank keeps the password. */
export const unchangedPassword = z.optional(z.union([z.literal(''), z.null(), newPassword]));

/** Blank means unknown. */
const familySize = z.optional(z.union([z.literal(''), z.null(), count('Jumlah keluarga', 99)]));

const filter = {
  blok: blockFilter,
  q: search,
  status: z.optional(oneOf('Status', accountStatuses)),
};

export const listResidents = endpoint('GET', '/api/warga', {
  allow: 'residents.read',
  summary:
    'Residents in scope, ordered by house; `blok` takes a letter or a whole house, `q` searches name, e-mail, phone and house',
  query: z.object({ ...filter, ...paging }),
  returns: page(Resident),
});
export const countResidents = endpoint('GET', '/api/warga/jumlah', {
  allow: 'residents.read',
  summary: 'Number of residents in scope, and of inactive ones, with the filters of the list',
  query: z.object(filter),
  returns: one(z.object({ total: z.number(), nonaktif: z.number() })),
});
export const listBlocks = endpoint('GET', '/api/warga/blok', {
  allow: 'residents.read',
  summary: 'Houses of residents in scope',
  returns: list(z.string()),
});
export const createResident = endpoint('POST', '/api/warga', {
  allow: 'residents.create',
  summary:
    'Create a resident; with `hanya_rumah_baru` 422 for a house that has an active account, because each owes dues',
  body: z.object({
    nama: personName,
    email,
    no_hp: phone,
    blok: block,
    password: newPassword,
    jumlah_keluarga: familySize,
    hanya_rumah_baru: z.optional(z.boolean('Hanya rumah baru harus true atau false')),
  }),
  returns: created(Resident),
  creates: 'residentCreated',
});
export const changeResident = endpoint('PUT', '/api/warga/:id', {
  allow: 'residents.edit',
  summary:
    'Change a resident; omitted fields and a blank password are kept. `rumah` holds from the day `rumah_sejak` on, else today',
  params: idParams,
  body: z.object({
    nama: z.optional(personName),
    email: z.optional(email),
    no_hp: phone,
    blok: z.optional(block),
    password: unchangedPassword,
    jumlah_keluarga: familySize,
    rumah: z.optional(oneOf('Status rumah', houseStatuses)),
    rumah_sejak: z.optional(z.nullable(calendarDate('Tanggal mulai'))),
  }),
  returns: changed(Resident),
});
export const deleteResident = endpoint('DELETE', '/api/warga/:id', {
  allow: 'residents.delete',
  summary: 'Delete a resident; their confirmed payments are kept',
  params: idParams,
  returns: done,
});
