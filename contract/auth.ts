import * as z from 'zod/mini';
import { done, endpoint, idParams, list } from './endpoint.ts';
import { presentPassword, text } from './fields.ts';
import { roles } from './people.ts';

/** Stored by the browser under the key `user`. `role` always equals `jenis`. */
export const SessionUser = z.object({
  id: z.number(),
  nama: z.string(),
  email: z.string(),
  no_hp: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  jenis: z.enum(roles),
  role: z.enum(roles),
  pengawas: z.boolean(),
  foto_profile: z.nullable(z.string()),
  created_at: z.string(),
});
export type SessionUser = z.output<typeof SessionUser>;

export const Session = z.object({
  id: z.number(),
  perangkat: z.string(),
  dibuat: z.string(),
  terakhir_aktif: z.string(),
  ini: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const login = endpoint('POST', '/api/auth/login', {
  allow: 'public',
  summary: 'Sign in with an e-mail, or as warga with a phone number',
  body: z.object({ email: text('Email atau No HP', 254), password: presentPassword('Password') }),
  returns: z.object({ user: SessionUser, token: z.string() }),
});
export const logout = endpoint('POST', '/api/auth/logout', {
  allow: 'signed-in',
  byCookie: true,
  counts: 'never',
  summary: 'Sign out: end the current session',
  returns: done,
});
export const me = endpoint('GET', '/api/auth/me', {
  allow: 'signed-in',
  summary: 'The signed-in user',
  returns: z.object({ user: SessionUser }),
});
export const listSessions = endpoint('GET', '/api/auth/sessions', {
  allow: 'sessions.own',
  summary: 'Own sessions with their devices',
  returns: list(Session),
});
export const endSession = endpoint('DELETE', '/api/auth/sessions/:id', {
  allow: 'sessions.own',
  counts: 'never',
  summary: 'End one of the own sessions',
  params: idParams,
  returns: done,
});
export const searchWarga = endpoint('POST', '/api/warga/search', {
  allow: 'public',
  summary: 'Whether an e-mail or phone number belongs to a resident',
  body: z.object({ query: text('Email atau No HP', 254) }),
  returns: z.object({ found: z.boolean() }),
});
/** Data for the login screen; `demo` is null outside demo mode. */
export const welcome = endpoint('GET', '/api/welcome', {
  allow: 'public',
  summary: 'Estate name and, in demo mode, the demo accounts',
  returns: z.object({
    data: z.object({
      estateName: z.string(),
      demo: z.nullable(
        z.object({
          password: z.string(),
          accounts: z.array(z.object({ email: z.string(), jenis: z.enum(roles) })),
        }),
      ),
    }),
  }),
});
