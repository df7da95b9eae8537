/** Profile and password of the current user. `/api/warga/…` is for warga, `/api/auth/…` for the other roles. */
import * as z from 'zod/mini';
import { SessionUser } from './auth.ts';
import { done, endpoint } from './endpoint.ts';
import {
  block,
  email,
  newPassword,
  onlyThese,
  personId,
  personName,
  phone,
  presentPassword,
} from './fields.ts';

const ownId = { user_id: z.optional(personId('user_id')) };

const profile = z.object({
  ...ownId,
  nama: personName,
  email,
  no_hp: phone,
  /** Data URL; null removes the photo, '' or absent keeps it. */
  foto_profile: z.optional(z.nullable(z.string('Foto profil harus berupa gambar'))),
  hanya: onlyThese(['nama', 'email', 'no_hp', 'foto_profile']),
});
const passwords = {
  currentPassword: presentPassword('Password saat ini'),
  newPassword,
};
const withUser = z.object({ user: SessionUser, message: z.string() });

/** A 10 MB picture in Base64, plus the other fields. */
const photoBytes = 14 * 1_048_576;

export const updateProfileWarga = endpoint('POST', '/api/warga/update-profile', {
  allow: 'profile.own-warga',
  summary: 'Change the own profile (warga)',
  body: profile,
  maxBytes: photoBytes,
  returns: withUser,
});
export const updateProfile = endpoint('POST', '/api/auth/update-profile', {
  allow: 'profile.own-staff',
  summary: 'Change the own profile (officer)',
  body: profile,
  maxBytes: photoBytes,
  returns: withUser,
});
export const updatePasswordWarga = endpoint('POST', '/api/warga/update-password', {
  allow: 'profile.own-warga',
  counts: 'never',
  summary: 'Change the own password (warga); ends other sessions',
  body: z.object({ ...ownId, ...passwords }),
  returns: done,
});
export const updatePassword = endpoint('POST', '/api/auth/update-password', {
  allow: 'profile.own-staff',
  counts: 'never',
  summary: 'Change the own password (officer); ends other sessions',
  body: z.object({ ...ownId, ...passwords }),
  returns: done,
});
export const changeProfileWarga = endpoint('PUT', '/api/warga/profile', {
  allow: 'profile.own-warga',
  summary: 'Change the own profile and house (warga)',
  body: z.object({
    nama: z.optional(personName),
    email: z.optional(email),
    no_hp: phone,
    blok: z.optional(block),
  }),
  returns: withUser,
});
export const changePasswordWarga = endpoint('PUT', '/api/warga/password', {
  allow: 'profile.own-warga',
  counts: 'never',
  summary: 'Change the own password (warga); ends other sessions',
  body: z.object(passwords),
  returns: done,
});
