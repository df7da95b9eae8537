import { type FormEvent, useState } from 'react';
import { formatDate, formatRupiah, monthKey, monthOf } from '../../../contract/format.ts';
import { recordableYears } from '../../../contract/payments.ts';
import { matchStatementLines, type StatementLine } from '../../../contract/statements.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { MonthCountField, monthsFrom, picking } from '../../shared/MonthCountField.tsx';
import { nameAndHouse, usePayerDues } from '../../shared/payers.ts';
import { useSend } from '../../shared/queries.ts';
import { ResidentField } from '../../shared/ResidentField.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { SubmitButtons } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { DuesBeside } from './DuesBeside.tsx';
import css from './statements.module.css';

/** For a line without a proposal, or with a wrong one: whose dues it pays, and for which months. */
export function ChooseDuesSheet({ line, onClose }: { line: StatementLine; onClose(): void }) {
  const thisMonth = useThisMonth();
  const { send, isSending } = useSend(matchStatementLines);
  const [resident, setResident] = useState<{ id: string | null; nama: string }>({ id: null, nama: '' });
  const [period, setPeriod] = useState<Record<'tahun' | 'bulan', number | null>>(() => monthOf(line.tanggal));
  const [count, setCount] = useState('1');
  const [picked, setPicked] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const dues = usePayerDues(resident.id);
  const { tunggakan = [], terbuka = [] } = dues ?? {};
  const isPicking = count === picking;
  const months = isPicking ? picked : monthsFrom(period, Number(count)).map(monthKey);
  const changeResident = (id: string | null, nama: string) => {
    setResident({ id, nama });
    setPicked([]); // others owe other months
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSending || resident.id === null || months.length === 0) return;
    const tagihan = [{ user_id: resident.id, bulan: months }];
    const sent = send({ body: { cocok: [{ mutasi_id: line.id, tagihan }] } });
    if (await notify.outcome(sent, 'Gagal mencocokkan mutasi', resident.nama)) onClose();
  };
  return (
    <Sheet opened onClose={onClose} title="Pilih warga">
      <form
        className={css.stack}
        onSubmit={(event) => void submit(event)}
        aria-label="Pilih warga"
        noValidate
      >
        <p className="ui-note">
          {formatRupiah(line.jumlah)}, {formatDate(line.tanggal)}: {line.uraian}
        </p>
        {line.calon.length > 0 && (
          <div className={css.buttons} role="group" aria-label="Mungkin">
            {line.calon.map((one) => (
              <Chip
                key={one.user_id}
                aria-pressed={resident.id === String(one.user_id)}
                onClick={() => changeResident(String(one.user_id), nameAndHouse(one))}
              >
                {nameAndHouse(one)}
              </Chip>
            ))}
          </div>
        )}
        <ResidentField
          value={resident.id}
          chosen={resident.nama}
          onChange={changeResident}
          error={tried && resident.id === null ? 'Pilih warga' : undefined}
        />
        {!isPicking && (
          <MonthPicker
            year={period.tahun}
            month={period.bulan}
            years={recordableYears(thisMonth.tahun)}
            onYear={(tahun) => setPeriod({ ...period, tahun })}
            onMonth={(bulan) => setPeriod({ ...period, bulan })}
          />
        )}
        <MonthCountField value={count} onChange={setCount} isPayerChosen={resident.id !== null} />
        {isPicking && (
          <MonthChips
            label="Bulan yang dibayar"
            months={[...tunggakan, ...terbuka]}
            value={picked}
            onChange={setPicked}
            error={tried && months.length === 0 ? 'Pilih minimal satu bulan' : undefined}
          />
        )}
        <div role="status">
          {dues && months.length > 0 && (
            <DuesBeside of={dues} months={months.map(monthOf)} jumlah={line.jumlah} />
          )}
        </div>
        <SubmitButtons onCancel={onClose} busy={isSending}>
          Cocokkan
        </SubmitButtons>
      </form>
    </Sheet>
  );
}
