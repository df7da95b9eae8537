import { formatDate, formatMonth } from '../../../contract/format.ts';
import { type MonthRow, methodLabels } from '../../../contract/payments.ts';
import { amountColumn, pictureColumn, Under } from '../../shared/columns.tsx';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { amountOfProof, isTogether, monthsOf, proofSays } from './same-proof.ts';
import { isPayment } from './use-decide.ts';

interface Payer {
  nama: string;
  blok: string | null;
  no_hp: string | null;
}

export const payerColumn: Column<Payer> = {
  header: 'Warga',
  card: 'title',
  render: ({ nama, blok, no_hp }) => (
    <>
      {nama}
      <Under>{[blok, no_hp].filter(Boolean).join(' · ')}</Under>
    </>
  ),
};

export function staffColumns(timeZone: string, onShow: (id: number) => void) {
  return {
    bukti: pictureColumn(
      ({ bukti_transfer }) => bukti_transfer,
      (row) => `bukti transfer ${row.nama}, ${formatMonth(row)}`,
      ({ id }) => id !== null && onShow(id),
    ),
    warga: payerColumn,
    periode: {
      header: 'Periode',
      card: 'subtitle',
      render: (row) =>
        isTogether(row) ? monthsOf(row) : <span className="ui-tabular">{formatMonth(row)}</span>,
    },
    jumlah: amountColumn,
    /** Of all months of the proof, where one row stands for them. */
    jumlahBukti: { ...amountColumn, render: (row) => <Money value={amountOfProof(row)} /> },
    status: {
      header: 'Status',
      card: 'badge',
      render: (row) => (
        <>
          <StatusBadge status={row.status} />
          {datesOf(row, timeZone).map((line) => (
            <Under key={line}>{line}</Under>
          ))}
          <Under>
            {[
              row.metode === 'tunai' && methodLabels[row.metode],
              proofSays(row),
              row.catatan,
              row.keterangan,
              isPayment(row) && row.halangan,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Under>
        </>
      ),
    },
  } satisfies Record<string, Column<MonthRow>>;
}

/** History of a payment, one line per step. */
function datesOf({ status, tanggal_upload, tanggal_konfirmasi }: MonthRow, timeZone: string): string[] {
  const decided = status === 'ditolak' ? 'Ditolak' : 'Dikonfirmasi';
  const steps = [['Dikirim', tanggal_upload] as const, [decided, tanggal_konfirmasi] as const];
  return steps.flatMap(([step, at]) => (at ? `${step} ${formatDate(at, timeZone, 'short')}` : []));
}
