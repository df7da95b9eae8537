/** Categories of other income and of spending: those that every estate has, and the ketua's own. */
import * as z from 'zod/mini';
import { entryKindLabels } from './cash-book.ts';
import { changed, created, endpoint, idParams, list } from './endpoint.ts';
import { line, oneOf } from './fields.ts';
import { namesIn } from './names-in.ts';

export const categoryKindLabels = {
  pengeluaran: 'Pengeluaran',
  penerimaan: 'Penerimaan',
} as const;
export type CategoryKind = keyof typeof categoryKindLabels;
export const categoryKinds = namesIn(categoryKindLabels);

/** As it is shown; stored in small letters, so that differences of case make no two lines of one category. */
export const categoryTitle = (nama: string) => nama.charAt(0).toUpperCase() + nama.slice(1);

/** Of whatever has none, so it cannot be deactivated. */
export const otherCategory = 'lain-lain';

/** `baku`: comes with every estate and keeps its name. */
export const Category = z.object({
  id: z.number(),
  jenis: z.enum(categoryKinds),
  nama: z.string(),
  baku: z.boolean(),
  aktif: z.boolean(),
});
export type Category = z.output<typeof Category>;

/** What reports and journals call the kinds of entries themselves. */
const reservedNames = new Set([
  ...Object.values(entryKindLabels).map((label) => label.toLowerCase()),
  'iuran warga',
  'selisih',
]);
const categoryName = line('Nama kategori', 40).check(
  z.toLowerCase(),
  z.refine((nama) => !reservedNames.has(nama), 'Nama kategori ini dipakai buku kas sendiri. Pilih nama lain'),
);
export const categoryField = line('Kategori', 40).check(z.toLowerCase());

export const listCategories = endpoint('GET', '/api/kas/kategori', {
  allow: 'cash-book.read',
  summary: 'All categories of income and spending, those of every estate first',
  returns: list(Category),
});
export const addCategory = endpoint('POST', '/api/kas/kategori', {
  allow: 'settings.change',
  summary: 'Add a category; names are stored in lower case',
  body: z.object({ jenis: oneOf('Jenis', categoryKinds), nama: categoryName }),
  returns: created(Category),
  creates: 'categoryAdded',
});
export const changeCategory = endpoint('PUT', '/api/kas/kategori/:id', {
  allow: 'settings.change',
  summary:
    'Rename an own category, or (de)activate one. What was recorded before keeps the name that it was recorded under',
  params: idParams,
  body: z.object({
    nama: z.optional(categoryName),
    aktif: z.optional(z.boolean('Aktif harus ya atau tidak')),
  }),
  returns: changed(Category),
});

export const categoryAudit = {
  subjects: { kategori: 'Kategori' },
  actions: {
    'category.added': 'Menambah kategori',
    'category.changed': 'Mengubah kategori',
  },
} as const;
