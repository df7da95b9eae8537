import { expect, test } from 'vitest';
import type { ListedPayment, PaymentStatus } from '../../../contract/payments.ts';
import { amountOfProof, codeSays, monthsOf, oncePerProof, proofSays } from './same-proof.ts';

const payment = (id: number, bulan: number, status: PaymentStatus = 'menunggu_konfirmasi') => ({
  id,
  tahun: 2026,
  bulan,
  jumlah: 100_000,
  status,
});
const three = [payment(1, 2, 'ditolak'), payment(2, 3), payment(3, 4)];
const rows = three.map((one) => ({ ...one, kelompok: 1, sebukti: three }) as unknown as ListedPayment);
const alone = { ...payment(9, 7), kelompok: null, sebukti: [] } as unknown as ListedPayment;

test('a proof for several months is shown once, with the months that still wait and their sum', () => {
  const shown = oncePerProof([...rows, alone]);
  expect(shown.map(({ id }) => id)).toEqual([1, 2, 9]);
  expect(shown.map(monthsOf)).toEqual(['Februari 2026', 'Maret–April 2026', 'Juli 2026']);
  expect(shown.map(amountOfProof)).toEqual([100_000, 200_000, 100_000]);
  expect(shown.map(proofSays)).toEqual(['', expect.stringMatching(/^Satu bukti: Maret–April 2026, /), '']);
});

test('the code is named with the credit that hides it in the amount', () => {
  expect(codeSays(null)).toBe('');
  expect(codeSays({ kode: 137, kredit: 0 })).toBe('kode 137');
  expect(codeSays({ kode: 137, kredit: 20 })).toMatch(/^kode 137, kelebihan Rp\s20 dikurangkan$/);
  expect(codeSays({ kode: 7, kredit: -20 })).toMatch(/^kode 7, kekurangan Rp\s20 ditambahkan$/);
});
