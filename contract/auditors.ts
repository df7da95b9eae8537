/** Auditors (pengawas): residents who read all money and decide as second persons. */
import * as z from 'zod/mini';
import { changed, endpoint, list } from './endpoint.ts';
import { personId, presentPassword } from './fields.ts';
import { maxPengawas } from './policy.ts';

const Auditor = z.object({ user_id: z.number(), nama: z.string(), blok: z.nullable(z.string()) });
export type Auditor = z.output<typeof Auditor>;

export const listAuditors = endpoint('GET', '/api/pengawas', {
  allow: 'pengawas.read',
  summary: 'The auditors, ordered by name',
  returns: list(Auditor),
});
export const nameAuditors = endpoint('PUT', '/api/pengawas', {
  allow: 'pengawas.name',
  summary: `Name all auditors anew: active residents, at most ${maxPengawas}; everyone is told`,
  body: z.object({
    user_ids: z.array(personId('Pengawas'), 'Pengawas tidak valid').check(
      z.maxLength(maxPengawas, `Pengawas maksimal ${maxPengawas} orang`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Setiap pengawas hanya disebut sekali'),
    ),
    password: presentPassword('Password'),
  }),
  returns: changed(z.array(Auditor)),
});

export const auditorAudit = {
  actions: {
    'auditor.named': 'Menunjuk pengawas',
    'auditor.dismissed': 'Memberhentikan pengawas',
  },
} as const;
