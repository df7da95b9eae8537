import { useState } from 'react';
import { amountOf } from '../../../contract/amount-of.ts';
import { formatCount, formatDate, formatRupiah, monthOf } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import {
  highestFee,
  isSettlement,
  listSettleable,
  proposeSettled,
  type SettleableSlip,
  settledDays,
  settleLine,
} from '../../../contract/settlements.ts';
import type { StatementLine } from '../../../contract/statements.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';

interface Props {
  line: StatementLine;
  onClose(): void;
}

/** What was paid by QRIS on the days before a settlement: the line brought that, less the provider's fee. */
export function SettleQrisSheet({ line, onClose }: Props) {
  const read = useRead('statements', listSettleable, { params: { id: line.id } });
  const slips = read.data?.data;
  return (
    <Sheet opened onClose={onClose} title="Cocokkan pencairan QRIS">
      <div className="ui-stack">
        {!slips && <LoadState of={read} height="12rem" />}
        {slips?.length === 0 && (
          <Notice tone="info" title="Belum ada pembayaran yang bisa dipilih">
            Yang muncul di sini: bukti yang dikirim sampai {settledDays} hari sebelum pencairan, sudah
            dikonfirmasi, dan belum dicocokkan. Periksa dahulu bukti yang masih menunggu.
          </Notice>
        )}
        {slips && slips.length > 0 && <Choice line={line} slips={slips} onClose={onClose} />}
      </div>
    </Sheet>
  );
}

const keyOf = ({ pembayaran: [first] }: SettleableSlip) => first;

function Choice({ line, slips, onClose }: Props & { slips: readonly SettleableSlip[] }) {
  const { send, isSending } = useSend(settleLine);
  const [keys, setKeys] = useState(() => proposeSettled(slips, line.sisa).map(keyOf));
  const chosen = slips.filter((slip) => keys.includes(keyOf(slip)));
  const paid = amountOf(chosen);
  const fits = line.sisa === line.jumlah ? isSettlement(paid, line.sisa) : paid === line.sisa;
  const toggle = (slip: SettleableSlip) =>
    setKeys(keys.includes(keyOf(slip)) ? keys.filter((key) => key !== keyOf(slip)) : [...keys, keyOf(slip)]);
  const settle = async () => {
    const body = { pembayaran: chosen.flatMap(({ pembayaran }) => pembayaran) };
    const isDone = await notify.outcome(
      send({ params: { id: line.id }, body }),
      'Gagal mencocokkan pencairan',
      `${formatCount(chosen.length)} bukti`,
    );
    if (isDone) onClose();
  };
  return (
    <>
      {[...new Set(slips.map(({ hari }) => hari))].map((day) => (
        <div key={day} role="group" aria-label={`Dikirim ${formatDate(day)}`} className="ui-row">
          <p className="ui-note" aria-hidden>
            Dikirim {formatDate(day)}
          </p>
          {slips
            .filter(({ hari }) => hari === day)
            .map((slip) => (
              <Chip key={keyOf(slip)} aria-pressed={chosen.includes(slip)} onClick={() => toggle(slip)}>
                {nameAndHouse(slip)}
                <br />
                {formatMonths(slip.bulan.map(monthOf))}, {formatRupiah(slip.jumlah)}
              </Chip>
            ))}
        </div>
      ))}
      <Facts
        of={[
          [`Dipilih, ${formatCount(chosen.length)} bukti`, formatRupiah(paid)],
          ['Pencairan', formatRupiah(line.sisa)],
          ['Biaya QRIS', fits ? formatRupiah(paid - line.sisa) : '–'],
        ]}
      />
      <p className="ui-note">
        {fits
          ? 'Biayanya dicatat sebagai pengeluaran pada hari pencairan, atau hari ini bila bulannya sudah ditutup.'
          : `Pilih bukti yang jumlahnya sama dengan pencairan, atau lebih sampai ${highestFee}% untuk biaya QRIS.`}
      </p>
      <FormButtons>
        <Button onClick={onClose}>Batal</Button>
        <Button look="primary" disabled={!fits} busy={isSending} onClick={() => void settle()}>
          Cocokkan
        </Button>
      </FormButtons>
    </>
  );
}
