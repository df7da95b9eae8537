import type { Column } from '../ui/columns.ts';
import { Money } from '../ui/Money.tsx';

export const amountColumn: Column<{ jumlah: number }> = {
  key: 'jumlah',
  header: 'Jumlah',
  card: 'figure',
  align: 'end',
  render: ({ jumlah }) => <Money value={jumlah} />,
};
