/** Numbers of transfers (`nomor referensi`), as payers type them from a slip and banks print them in a statement. */
import * as z from 'zod/mini';

const label = 'Nomor referensi';
const longest = 40;
const fewest = 6;

const lettersAndDigits = (reference: string): string =>
  reference
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** `0000000000`, `1234567890`: what banks and people fill in without a number, so that many have the same. */
const isFiller = (reference: string) =>
  /^(.)\1*$/.test(reference) || '0123456789'.repeat(longest).includes(reference);

/**
 * Capital letters and digits, because slips and statements differ in case, spaces and dashes; '' for a number that says
 * nothing.
 */
export function comparable(reference: string): string {
  const bare = lettersAndDigits(reference);
  return isFiller(bare) ? '' : bare;
}

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
          (value) => value === '' || lettersAndDigits(value).length >= fewest,
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
