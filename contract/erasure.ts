/** Erasing the personal data of people who have left the estate ("hapus data pribadi"). */
import * as z from 'zod/mini';
import { done, endpoint, idParams, page, paging } from './endpoint.ts';
import { presentPassword, search } from './fields.ts';
import { roles } from './people.ts';

/** Name of everybody whose data were erased. */
export const erasedName = 'Warga terhapus';

/** `dihapus_pada`: null for an account that is only inactive; `data_dihapus_pada`: when the personal data were erased. */
export const FormerAccount = z.object({
  id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  jenis: z.enum(roles),
  dihapus_pada: z.nullable(z.string()),
  data_dihapus_pada: z.nullable(z.string()),
});
export type FormerAccount = z.output<typeof FormerAccount>;

export const listFormerAccounts = endpoint('GET', '/api/akun-lama', {
  allow: 'users.erase',
  summary: 'Deleted and inactive accounts, newest first; `q` searches name, e-mail, phone and house',
  query: z.object({ q: search, ...paging }),
  returns: page(FormerAccount),
});
export const eraseAccount = endpoint('POST', '/api/akun-lama/:id/hapus-data', {
  allow: 'users.erase',
  summary:
    'Erase the personal data of a deleted or inactive account for good. What the book needs stays; an inactive account is deleted',
  params: idParams,
  body: z.object({ password: presentPassword('Password') }),
  returns: done,
});

export const erasureAudit = {
  actions: { 'account.erased': 'Menghapus data pribadi' },
} as const;
