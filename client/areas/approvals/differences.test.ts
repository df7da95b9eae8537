import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const proposal = (isi: Record<string, string>) => ({
  isi: Object.entries(isi).map(([label, nilai]) => ({ label, nilai })),
});

test('names what was changed, added and taken away, and nothing else', () => {
  const before = proposal({ Nomor: '7', Jumlah: 'Rp 1.000', Tanggal: '1 Juli 2026' });
  const after = proposal({ Nomor: '7', Jumlah: 'Rp 2.000', Alasan: 'Keliru' });
  expect(differences(before, after)).toEqual([
    'Jumlah: Rp 1.000 → Rp 2.000',
    'Tanggal: 1 Juli 2026 → –',
    'Alasan: – → Keliru',
  ]);
});
