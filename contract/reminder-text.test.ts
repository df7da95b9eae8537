import { expect, test } from 'vitest';
import { fillReminder, reminderTexts } from './reminder-text.ts';

const reminded = {
  nama: 'Bambang Hartono',
  perumahan: 'Griya Asri',
  months: [{ tahun: 2026, bulan: 10 }],
  jumlah: 100_000,
};

test.each(Object.values(reminderTexts))(
  '$label names the house, and no parentheses without one',
  ({ teks }) => {
    expect(fillReminder(teks, { ...reminded, blok: 'A1' })).toContain('Bambang Hartono (A1).');
    expect(fillReminder(teks, { ...reminded, blok: null })).toContain('Bambang Hartono. ');
  },
);
