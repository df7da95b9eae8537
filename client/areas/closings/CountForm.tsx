import { IconEqual } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type NextClosing, proposeClosing, shortestReason } from '../../../contract/closings.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import css from './closings.module.css';

/** What lies in each account on the last day of the month, and why it differs from the book. */
export function CountForm({ next, month }: { next: NextClosing; month: string }) {
  const { akun } = next.ringkasan;
  const { send, isSending } = useSend(proposeClosing);
  const [counted, setCounted] = useState<Readonly<Record<number, number | null>>>({});
  const [alasan, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const of = (id: number) => counted[id] ?? null;
  const complete = akun.every(({ akun_id }) => of(akun_id) !== null);
  const differs = akun.some(({ akun_id, saldo }) => of(akun_id) !== null && of(akun_id) !== saldo);
  const isExplained = !differs || alasan.trim().length >= shortestReason;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSending || !complete || !isExplained) return;
    const body = {
      bulan: next.bulan,
      akun: akun.map(({ akun_id }) => ({ akun_id, jumlah: of(akun_id) ?? 0 })),
      ...(differs ? { alasan } : {}),
    };
    await notify.outcome(send({ body }), 'Gagal mengajukan tutup buku', `Tutup buku ${month}`);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => void submit(event)}
      aria-label={`Tutup buku ${month}`}
      noValidate
    >
      {akun.map(({ akun_id, nama, saldo }) => {
        const value = of(akun_id);
        return (
          <div key={akun_id}>
            <NumberField
              label={akun.length > 1 ? `Uang di ${nama}` : 'Uang yang dihitung'}
              prefix="Rp"
              value={value}
              onChange={(jumlah) => setCounted({ ...counted, [akun_id]: jumlah })}
              error={tried && value === null ? 'Jumlah wajib diisi' : undefined}
              required
            />
            <p className={css.note}>
              {value === null ? `Menurut buku ${formatRupiah(saldo)}` : comparison(value - saldo)}
            </p>
          </div>
        );
      })}
      {differs && (
        <TextareaField
          label="Alasan selisih"
          value={alasan}
          onChange={setReason}
          error={tried && !isExplained ? `Alasan minimal ${shortestReason} karakter` : undefined}
          required
        />
      )}
      <FormButtons>
        <Button
          icon={IconEqual}
          onClick={() =>
            setCounted(Object.fromEntries(akun.map(({ akun_id, saldo }) => [akun_id, Math.max(saldo, 0)])))
          }
        >
          Sama dengan buku
        </Button>
        <Button look="accent" type="submit" busy={isSending}>
          Ajukan tutup buku
        </Button>
      </FormButtons>
    </form>
  );
}

const comparison = (difference: number) =>
  difference === 0
    ? 'Sama dengan buku'
    : `Selisih: ${difference < 0 ? 'kurang' : 'lebih'} ${formatRupiah(Math.abs(difference))} dari buku`;
