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
  return about && <OpenDialog about={about} onClose={onClose} />;
}

function OpenDialog({ about, onClose }: Props & { about: RecordAbout }) {
  const record = useRecordForm({ about, onRecorded: onClose });
  return (
    <Sheet opened onClose={onClose} title="Tambah Pembayaran Warga" guard={record.form.dirty}>
      <RecordForm of={record} onCancel={onClose} />
    </Sheet>
  );
}
