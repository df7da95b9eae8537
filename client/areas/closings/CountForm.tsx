import { IconEqual } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import { gapLabels, type NextClosing, proposeClosing, shortestReason } from '../../../contract/closings.ts';
import { formatCount, formatRupiah } from '../../../contract/format.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

type Field = `akun_${number}`;
type Values = Record<Field, number | null> & { alasan: string };

/** What lies in each account on the last day of the month, and why it differs from the book. */
export function CountForm({
  next: { bulan, ringkasan, mutasi },
  month,
}: {
  next: NextClosing;
  month: string;
}) {
  const { akun } = ringkasan;
  const { send } = useSend(proposeClosing);
  const form = useReportedForm<Values, z.output<typeof proposeClosing.body>>({
    initial: { ...Object.fromEntries(akun.map(({ akun_id }) => [fieldOf(akun_id), null])), alasan: '' },
    schema: schemaOf(bulan, akun),
    draftKey: `tutup-buku-${bulan}`,
    send: (body) => send({ body }),
    about: () => `Tutup buku ${month}`,
  });
  return (
    <Form of={form} label={`Tutup buku ${month}`} failed="Gagal mengajukan tutup buku">
      {akun.map(({ akun_id, nama, saldo }) => {
        const field = form.field(fieldOf(akun_id));
        return (
          <div key={akun_id}>
            <NumberField
              {...field}
              label={akun.length > 1 ? `Uang di ${nama}` : 'Uang yang dihitung'}
              prefix="Rp"
              required
            />
            <p className="ui-note">
              {typeof field.value === 'number'
                ? comparison(field.value - saldo)
                : `Menurut buku ${formatRupiah(saldo)}`}
            </p>
            {mutasi
              .filter((gap) => gap.akun_id === akun_id)
              .map(({ sebab, banyak, jumlah }) => (
                <p key={sebab} className="ui-note">
                  {formatCount(banyak)} {gapLabels[sebab]}: {formatRupiah(jumlah)}
                </p>
              ))}
          </div>
        );
      })}
      {differs(form.values, akun) && (
        <TextareaField {...form.field('alasan')} label="Alasan selisih" required />
      )}
      <FormButtons>
        <Button
          icon={IconEqual}
          onClick={() => {
            for (const { akun_id, saldo } of akun) form.set(fieldOf(akun_id), Math.max(saldo, 0));
          }}
        >
          Sama dengan buku
        </Button>
        <SubmitButton look="accent">Ajukan tutup buku</SubmitButton>
      </FormButtons>
    </Form>
  );
}

type Accounts = NextClosing['ringkasan']['akun'];

const fieldOf = (id: number): Field => `akun_${id}`;

const differs = (values: Values, akun: Accounts) =>
  akun.some(({ akun_id, saldo }) => (values[fieldOf(akun_id)] ?? saldo) !== saldo);

const schemaOf = (bulan: string, akun: Accounts): Schema<z.output<typeof proposeClosing.body>> => ({
  '~standard': {
    validate: (typed) => {
      const values = typed as Values;
      const isExplained = !differs(values, akun) || values.alasan.trim().length >= shortestReason;
      const issues = [
        ...akun
          .map(({ akun_id }) => fieldOf(akun_id))
          .filter((field) => typeof values[field] !== 'number')
          .map((field) => ({ message: 'Jumlah wajib diisi', path: [field] })),
        ...(isExplained ? [] : [{ message: `Alasan minimal ${shortestReason} karakter`, path: ['alasan'] }]),
      ];
      if (issues.length > 0) return { issues };
      return proposeClosing.body['~standard'].validate({
        bulan,
        akun: akun.map(({ akun_id }) => ({ akun_id, jumlah: values[fieldOf(akun_id)] })),
        ...(differs(values, akun) ? { alasan: values.alasan } : {}),
      });
    },
  },
});

const comparison = (difference: number) =>
  difference === 0
    ? 'Sama dengan buku'
    : `Selisih: ${difference < 0 ? 'kurang' : 'lebih'} ${formatRupiah(Math.abs(difference))} dari buku`;
