import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { EstateRead } from '../../shared/EstateRead.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { formHeight, RecordForm } from './RecordForm.tsx';
import css from './RecordPaymentPage.module.css';
import { useRecordForm } from './use-record-form.ts';

export default function RecordPaymentPage() {
  const actor = useActor();
  const letter = reachOf(actor, 'payments.record') === 'block' ? blockLetter(actor.blok) : null;
  return (
    <Page
      title="Tambah Pembayaran Warga"
      context={letter ? `Blok Anda: ${letter}` : 'Untuk warga di semua blok'}
    >
      <div className={css.columns}>
        <Card>
          <EstateRead height={formHeight}>
            <KeptForm />
          </EstateRead>
        </Card>
        <Notice tone="info" title="Informasi">
          <p>
            Pembayaran yang Anda tambahkan langsung Lunas, masuk buku kas, dan tidak dapat dihapus. Warga
            langsung menerima notifikasi.
          </p>
          {letter && <p>Anda hanya dapat menambahkan pembayaran warga Blok {letter}.</p>}
        </Notice>
      </div>
    </Page>
  );
}

function KeptForm() {
  const record = useRecordForm({ draftKey: 'tambah-pembayaran' });
  return <RecordForm of={record} />;
}
