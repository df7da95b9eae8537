/** Numbers of transfers (`nomor referensi`), as payers type them from a slip and banks print them in a statement. */
import * as z from 'zod/mini';

const label = 'Nomor referensi';
const longest = 40;
const fewest = 6;

/** Capital letters and digits: slips and statements differ in case, spaces and dashes. */
export const comparable = (reference: string): string =>
  reference
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** False with letters that only look like those of a bank, which would hide that a number was used before. */
const isOfBanks = (value: string) => !/(?![A-Za-z0-9])[\p{L}\p{N}]/u.test(value);

/** Absent stays absent, blank becomes ''. */
export const transferReference = {
  referensi: z.optional(
    z.pipe(
      z.string(`${label} harus berupa teks`).check(
        z.normalize('NFKC'),
        z.trim(),
        z.maxLength(longest, `${label} maksimal ${longest} karakter`),
        z.refine(isOfBanks, `${label} hanya boleh berisi huruf A sampai Z, angka, dan tanda baca`),
        z.refine(
          (value) => value === '' || comparable(value).length >= fewest,
          `${label} minimal ${fewest} huruf atau angka`,
        ),
      ),
      z.transform(comparable),
    ),
  ),
};

/** Another waiting or confirmed slip with the same number, the first month of it. */
const Slip = z.object({
  id: z.number(),
  user_id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  tahun: z.number(),
  bulan: z.number(),
});

/** `bukti`: those in the reader's scope, newest first; `di_luar`: there are others. */
export const SameReference = z.object({ bukti: z.array(Slip), di_luar: z.boolean() });
/** Slips that are named. */
export const mostSameReferences = 5;
