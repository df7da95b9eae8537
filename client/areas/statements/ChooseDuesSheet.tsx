import type * as z from 'zod/mini';
import { amountOf } from '../../../contract/amount-of.ts';
import type { PayerDues } from '../../../contract/arrears.ts';
import { formatDate, formatRupiah, monthKey, monthOf, type Period } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { recordableYears } from '../../../contract/payments.ts';
import { duesIn } from '../../../contract/settings.ts';
import { matchStatementLines, type StatementLine } from '../../../contract/statements.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { MonthCountField, monthsFrom, picking } from '../../shared/MonthCountField.tsx';
import { nameAndHouse, usePayerDues } from '../../shared/payers.ts';
import { useSend } from '../../shared/queries.ts';
import { ResidentField } from '../../shared/ResidentField.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

interface Values {
  user_id: string | null;
  warga: string;
  tahun: number | null;
  bulan: number | null;
  count: string;
  picked: string[];
}

type Body = z.output<typeof matchStatementLines.body>;

const monthsOf = ({ tahun, bulan, count, picked }: Values) =>
  count === picking ? picked : monthsFrom({ tahun, bulan }, Number(count)).map(monthKey);

const schemaOf = ({ id, sisa }: StatementLine): Schema<Body> => ({
  '~standard': {
    validate: (typed) => {
      const values = typed as Values;
      const { user_id } = values;
      const bulan = monthsOf(values);
      const issues = [
        ...(user_id === null ? [{ message: 'Pilih warga', path: ['user_id'] }] : []),
        ...(bulan.length === 0 ? [{ message: 'Pilih minimal satu bulan', path: ['picked'] }] : []),
      ];
      if (issues.length > 0) return { issues };
      const cocok = [{ mutasi_id: id, sisa, tagihan: [{ user_id, bulan }] }];
      const parsed = matchStatementLines.body.safeParse({ cocok });
      // What else can be wrong here is the months, whose path in the body is no field of this form.
      return parsed.success
        ? { value: parsed.data }
        : { issues: parsed.error.issues.map(({ message }) => ({ message, path: ['picked'] })) };
    },
  },
});

/** For a line without a proposal, or with a wrong one: whose dues it pays, and for which months. */
export function ChooseDuesSheet({ line, onClose }: { line: StatementLine; onClose(): void }) {
  const thisMonth = useThisMonth();
  const { send } = useSend(matchStatementLines);
  const form = useReportedForm<Values, Body>({
    initial: { user_id: null, warga: '', ...monthOf(line.tanggal), count: '1', picked: [] },
    schema: schemaOf(line),
    send: (body) => send({ body }),
    about: (_, { warga }) => warga,
    onSent: onClose,
  });
  const { user_id, warga, count } = form.values;
  const dues = usePayerDues(user_id);
  const { tunggakan = [], terbuka = [] } = dues ?? {};
  const isPicking = count === picking;
  const months = monthsOf(form.values);
  const changeResident = (id: string | null, nama: string) => {
    form.set('user_id', id);
    form.set('warga', nama);
    form.set('picked', []); // others owe other months
  };
  return (
    <FormSheet
      of={form}
      title="Pilih warga"
      failed="Gagal mencocokkan mutasi"
      onClose={onClose}
      submit="Cocokkan"
      drops
    >
      <p className="ui-note">
        {formatRupiah(line.sisa)}, {formatDate(line.tanggal)}: {line.uraian}
      </p>
      {line.calon.length > 0 && (
        <div className="ui-row" role="group" aria-label="Mungkin">
          {line.calon.map((one) => (
            <Chip
              key={one.user_id}
              aria-pressed={user_id === String(one.user_id)}
              onClick={() => changeResident(String(one.user_id), nameAndHouse(one))}
            >
              {nameAndHouse(one)}
            </Chip>
          ))}
        </div>
      )}
      <ResidentField {...form.field('user_id')} chosen={warga} onChange={changeResident} />
      {dues?.halangan && <Notice tone="warning">{dues.halangan}</Notice>}
      {!isPicking && (
        <MonthPicker
          year={form.field('tahun')}
          month={form.field('bulan')}
          years={recordableYears(thisMonth.tahun)}
        />
      )}
      <MonthCountField
        value={count}
        onChange={(value) => form.set('count', value)}
        isPayerChosen={user_id !== null}
      />
      {isPicking && (
        <MonthChips
          {...form.field('picked')}
          label="Bulan yang dibayar"
          months={[...tunggakan, ...terbuka]}
        />
      )}
      <div role="status">
        {dues && months.length > 0 && (
          <DuesBeside of={dues} months={months.map(monthOf)} jumlah={line.sisa} />
        )}
      </div>
    </FormSheet>
  );
}

interface DuesBesideProps {
  of: PayerDues;
  months: readonly Period[];
  /** Of the line. */
  jumlah: number;
}

/** What the chosen months cost beside the sum of the line, all of which goes into a single month. */
function DuesBeside({ of, months, jumlah }: DuesBesideProps) {
  const open = new Set([...of.tunggakan, ...of.terbuka].map(monthKey));
  const dues = months.map((month) => {
    const isOfYear = month.tahun === of.tahun;
    const own = isOfYear ? of.bulanan.find(({ bulan }) => bulan === month.bulan) : undefined;
    const isWaiting = own?.status === 'menunggu';
    return {
      month,
      isWaiting,
      isSettled: own?.status === 'lunas' || of.dibebaskan.includes(monthKey(month)),
      isKnown: isOfYear || open.has(monthKey(month)), // in another year a month may be paid or wait
      jumlah: isWaiting ? own.jumlah : duesIn(of.tarif, month),
    };
  });
  const settled = dues.filter(({ isSettled }) => isSettled).map(({ month }) => month);
  if (settled.length > 0)
    return (
      <Notice tone="warning">{formatMonths(settled)} sudah lunas atau dibebaskan. Pilih bulan lain.</Notice>
    );
  const sum = amountOf(dues);
  const what = `Iuran ${months.length} bulan ${formatRupiah(sum)}`;
  if (sum === jumlah) return <Notice tone="info">{what}, sama dengan mutasi.</Notice>;
  const differs = `${sum < jumlah ? 'lebih' : 'kurang'} ${formatRupiah(Math.abs(jumlah - sum))}`;
  const isFree = dues.length === 1 && dues.every(({ isWaiting }) => !isWaiting);
  const then = isFree
    ? 'Seluruhnya dicatat untuk bulan ini.'
    : 'Pilih bulan yang tagihannya sama dengan mutasi.';
  return (
    <Notice tone="warning">
      {what}, mutasi {formatRupiah(jumlah)}: {differs}.{dues.every(({ isKnown }) => isKnown) && ` ${then}`}
    </Notice>
  );
}
