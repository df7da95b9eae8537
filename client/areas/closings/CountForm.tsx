import { IconCopy, IconEqual } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import type { ListedApproval } from '../../../contract/approvals.ts';
import { gapLabels, type NextClosing, proposeClosing, shortestReason } from '../../../contract/closings.ts';
import { formatCount, formatDate, formatRupiah } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { asOptions, usePlaces } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

type Field = `akun_${number}`;
type Values = Record<Field, number | null> & { alasan: string; dana_id: string | undefined };

/** What lies in each account on the last day of the month, and why it differs from the book. */
export function CountForm({
  next: { bulan, ringkasan, mutasi, usulan, hitungan },
  month,
}: {
  next: NextClosing;
  month: string;
}) {
  const { akun } = ringkasan;
  const { funds } = usePlaces();
  const { send } = useSend(proposeClosing);
  const form = useReportedForm<Values, z.output<typeof proposeClosing.body>>({
    initial: {
      ...Object.fromEntries(akun.map(({ akun_id }) => [fieldOf(akun_id), null])),
      alasan: '',
      dana_id: undefined,
    },
    schema: schemaOf(bulan, akun),
    draftKey: `tutup-buku-${bulan}`,
    send: (body) => send({ body }),
    about: () => `Tutup buku ${month}`,
  });
  const countAsBefore = () => {
    for (const { akun_id, jumlah } of hitungan?.akun ?? [])
      if (akun.some((one) => one.akun_id === akun_id)) form.set(fieldOf(akun_id), jumlah);
    form.set('alasan', hitungan?.alasan ?? '');
    const fund = funds.find(({ id }) => id === hitungan?.dana_id);
    form.set('dana_id', fund && String(fund.id));
  };
  return (
    <Form of={form} label={`Tutup buku ${month}`} failed="Gagal mengajukan tutup buku">
      {usulan && hitungan && <Refused proposal={usulan} onCopy={countAsBefore} />}
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
        <>
          {funds.length > 1 && (
            <SelectField {...form.field('dana_id')} label="Dana selisih" options={asOptions(funds)} />
          )}
          <TextareaField {...form.field('alasan')} label="Alasan selisih" required />
        </>
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

/** Who counts again need not type what was right. */
function Refused({ proposal, onCopy }: { proposal: ListedApproval; onCopy: () => void }) {
  const { timeZone } = useEstate();
  const { sendiri, diajukan_oleh_nama, diajukan_pada, diputuskan_oleh_nama, alasan } = proposal;
  return (
    <Notice
      tone={sendiri ? 'info' : 'warning'}
      title={sendiri ? 'Usulan dibatalkan' : 'Usulan ditolak'}
      action={
        <Button icon={IconCopy} onClick={onCopy}>
          Isi seperti usulan itu
        </Button>
      }
    >
      {sendiri
        ? `${diajukan_oleh_nama} membatalkan usulan tanggal ${formatDate(diajukan_pada, timeZone)}.`
        : `Usulan ${diajukan_oleh_nama} tanggal ${formatDate(diajukan_pada, timeZone)} ditolak oleh ${diputuskan_oleh_nama}${alasan ? `: ${alasan}` : ''}.`}{' '}
      Hitung lagi, atau isi seperti usulan itu dan perbaiki, lalu ajukan lagi.
    </Notice>
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
        ...(differs(values, akun) ? { alasan: values.alasan, dana_id: values.dana_id } : {}),
      });
    },
  },
});

const comparison = (difference: number) =>
  difference === 0
    ? 'Sama dengan buku'
    : `Selisih: ${difference < 0 ? 'kurang' : 'lebih'} ${formatRupiah(Math.abs(difference))} dari buku`;
