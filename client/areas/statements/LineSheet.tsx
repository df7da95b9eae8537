import type { StatementLine } from '../../../contract/statements.ts';
import { AddExpenseDialog } from '../expenses/AddExpenseDialog.tsx';
import IncomeDialog from '../income/IncomeDialog.tsx';
import { ChooseDuesSheet } from './ChooseDuesSheet.tsx';
import { SettleQrisSheet } from './SettleQrisSheet.tsx';

export interface LineForm {
  line: StatementLine;
  what: 'dues' | 'income' | 'expense' | 'qris';
}

/** Lies outside of the list: a colleague's decision removes the line. */
export function LineSheet({ line, what, onClose }: LineForm & { onClose(): void }) {
  const { id, uraian, akun_id, tanggal, jumlah, sisa } = line;
  const entered = { judul: uraian.slice(0, 150), mutasi_id: id, akun_id: String(akun_id) };
  if (what === 'dues') return <ChooseDuesSheet line={line} onClose={onClose} />;
  if (what === 'qris') return <SettleQrisSheet line={line} onClose={onClose} />;
  if (what === 'income')
    return <IncomeDialog about={{ ...entered, jumlah: sisa, tanggal }} onClose={onClose} />;
  const spent = { ...entered, jumlah: Math.abs(jumlah), tanggal_digunakan: tanggal };
  return <AddExpenseDialog about={spent} onClose={onClose} />;
}
