import { useState } from 'react';
import { Sheet } from '../../ui/Sheet.tsx';
import { RecordForm } from './RecordForm.tsx';
import { type RecordAbout, useRecordForm } from './use-record-form.ts';

interface Props {
  /** Null when closed. */
  about: RecordAbout | null;
  onClose(): void;
}

/** The form of RecordPaymentPage, over a list. */
export function RecordDialog({ about, onClose }: Props) {
  const record = useRecordForm({ onRecorded: onClose });
  const [asked, setAsked] = useState(about);
  if (about && about !== asked) {
    setAsked(about);
    record.restart(about);
  }
  return (
    <Sheet
      opened={about !== null}
      onClose={onClose}
      title="Tambah Pembayaran Warga"
      guard={record.form.dirty}
    >
      <RecordForm of={record} onCancel={onClose} />
    </Sheet>
  );
}
