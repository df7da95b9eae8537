import { type FormEvent, useState } from 'react';
import { formatMonth } from '../../../contract/format.ts';
import type { StaffPayment } from '../../../contract/payments.ts';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { readDraft, writeDraft } from '../../ui/draft.ts';
import { SubmitButtons } from '../../ui/Form.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useWide } from '../../ui/use-wide.ts';
import css from './RejectForm.module.css';
import { waitingTogether } from './same-proof.ts';
import { type Decision, rejectionDraft } from './use-decide.ts';

interface Props {
  payment: StaffPayment;
  busy: boolean;
  /** Less vertical space: the reasons are one scrolling row on phones. */
  tight?: boolean;
  onReject(decision: Decision): void;
  onCancel(): void;
}

const reasons = ['Bukti tidak terbaca', 'Jumlah tidak sesuai', 'Transfer belum masuk'];

/** Rejects a proof with a common reason, a typed one, or none. */
export function RejectForm({ payment, busy, tight, onReject, onCancel }: Props) {
  const wide = useWide();
  const draftKey = rejectionDraft(payment.id); // survives a remount, e.g. when a tablet is rotated
  const [note, keepNote] = useState(() => readDraft<{ note: string }>(draftKey).values.note ?? '');
  const setNote = (note: string) => {
    keepNote(note);
    writeDraft(draftKey, { note });
  };
  const [month, setMonth] = useState('');
  const months = waitingTogether(payment);
  useEscape(true, onCancel);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onReject({ catatan: note, month: month === '' ? undefined : Number(month) });
  };
  return (
    <form className="ui-parts" onSubmit={submit} aria-label="Tolak pembayaran">
      <div className={cx('ui-row', tight && css.tight)} role="group" aria-label="Alasan yang sering dipakai">
        {reasons.map((reason, index) => (
          <Chip
            key={reason}
            aria-pressed={note === reason}
            // no autofocus on phones: the keyboard would cover the reasons
            autoFocus={!wide && index === 0}
            onClick={() => setNote(note === reason ? '' : reason)}
          >
            {reason}
          </Chip>
        ))}
      </div>
      {months.length > 1 && (
        <SelectField
          label="Yang ditolak"
          placeholder={`Semua ${months.length} bulan`}
          options={months.map((one) => ({ value: String(one.id), label: `Hanya ${formatMonth(one)}` }))}
          value={month}
          onChange={setMonth}
        />
      )}
      <TextField
        label="Catatan (opsional)"
        value={note}
        onChange={setNote}
        maxLength={500}
        autoComplete="off"
        autoFocus={wide}
      />
      <SubmitButtons onCancel={onCancel} look="danger" busy={busy}>
        Tolak
      </SubmitButtons>
    </form>
  );
}
