import { EstateRead } from '../../shared/EstateRead.tsx';
import { useEstateStatus } from '../../shared/estate.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { formHeight, RecordForm } from './RecordForm.tsx';
import { type RecordAbout, useRecordForm } from './use-record-form.ts';

interface Props {
  about: RecordAbout | null;
  onClose(): void;
}

export function RecordDialog({ about, onClose }: Props) {
  const { isRead } = useEstateStatus();
  if (!about) return null;
  if (isRead) return <OpenDialog about={about} onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} title={title}>
      <EstateRead height={formHeight}>{null}</EstateRead>
    </Sheet>
  );
}

const title = 'Tambah Pembayaran Warga';

function OpenDialog({ about, onClose }: Props & { about: RecordAbout }) {
  const record = useRecordForm({ about, onRecorded: onClose });
  return (
    <Sheet opened onClose={onClose} title={title} guard={record.form.dirty}>
      <RecordForm of={record} onCancel={onClose} />
    </Sheet>
  );
}
