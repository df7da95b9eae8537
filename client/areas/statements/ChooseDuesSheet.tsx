import { type FormEvent, useState } from 'react';
import { formatDate, formatRupiah, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import { recordableYears } from '../../../contract/payments.ts';
import { matchStatementLines, type StatementLine } from '../../../contract/statements.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { useSend } from '../../shared/queries.ts';
import { Chip } from '../../ui/Chip.tsx';
import { SubmitButtons } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { notify } from '../../ui/notify.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { nameAndHouse } from '../payments/api.ts';
import { ResidentField } from '../payments/ResidentField.tsx';
import { monthCounts } from '../payments/use-record-form.ts';
import css from './statements.module.css';

/** For a line without a proposal, or with a wrong one: whose dues it pays, and for which months. */
export function ChooseDuesSheet({ line, onClose }: { line: StatementLine; onClose(): void }) {
  const thisMonth = useThisMonth();
  const { send, isSending } = useSend(matchStatementLines);
  const [resident, setResident] = useState<{ id: string | null; nama: string }>({ id: null, nama: '' });
  const [period, setPeriod] = useState<{ tahun: number | null; bulan: number | null }>(() =>
    monthOf(line.tanggal),
  );
  const [count, setCount] = useState('1');
  const [tried, setTried] = useState(false);
  const { tahun, bulan } = period;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSending || resident.id === null || tahun === null || bulan === null) return;
    const months = Array.from({ length: Number(count) }, (_, at) =>
      monthKey(shiftMonth({ tahun, bulan }, at)),
    );
    const tagihan = [{ user_id: resident.id, bulan: months }];
    try {
      const { message } = await send({ body: { cocok: [{ mutasi_id: line.id, tagihan }] } });
      notify.success(message, { message: resident.nama });
      onClose();
    } catch (error) {
      notify.failure('Gagal mencocokkan mutasi', error, resident.nama);
    }
  };
  return (
    <Sheet opened onClose={onClose} title="Pilih warga">
      <form
        className={css.stack}
        onSubmit={(event) => void submit(event)}
        aria-label="Pilih warga"
        noValidate
      >
        <p className={css.note}>
          {formatRupiah(line.jumlah)}, {formatDate(line.tanggal)}: {line.uraian}
        </p>
        {line.calon.length > 0 && (
          <div className={css.buttons} role="group" aria-label="Mungkin">
            {line.calon.map((one) => (
              <Chip
                key={one.user_id}
                aria-pressed={resident.id === String(one.user_id)}
                onClick={() => setResident({ id: String(one.user_id), nama: nameAndHouse(one) })}
              >
                {nameAndHouse(one)}
              </Chip>
            ))}
          </div>
        )}
        <ResidentField
          value={resident.id}
          chosen={resident.nama}
          onChange={(id, nama) => setResident({ id, nama })}
          error={tried && resident.id === null ? 'Pilih warga' : undefined}
        />
        <MonthPicker
          year={tahun}
          month={bulan}
          years={recordableYears(thisMonth.tahun)}
          onYear={(year) => setPeriod({ ...period, tahun: year })}
          onMonth={(month) => setPeriod({ ...period, bulan: month })}
        />
        <SelectField
          label="Dibayar sekaligus"
          options={monthCounts.map((value) => ({ value, label: `${value} bulan` }))}
          value={count}
          onChange={setCount}
        />
        <SubmitButtons onCancel={onClose} busy={isSending}>
          Cocokkan
        </SubmitButtons>
      </form>
    </Sheet>
  );
}
