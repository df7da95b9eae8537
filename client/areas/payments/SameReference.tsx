import { formatMonth } from '../../../contract/format.ts';
import type { StaffPayment } from '../../../contract/payments.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Warns of other slips with the same number; nothing while there is none. */
export function SameReference({ of }: { of: StaffPayment['referensi_sama'] }) {
  if (of === null) return null;
  return (
    <Notice tone="warning" title="Nomor referensi ini juga dipakai">
      {of.bukti.map((slip) => (
        <p key={slip.id}>
          {nameAndHouse(slip)}, {formatMonth(slip)}
        </p>
      ))}
      {of.di_luar && <p>{of.bukti.length > 0 ? 'Juga bukti' : 'Bukti'} warga lain di luar blok Anda</p>}
    </Notice>
  );
}
