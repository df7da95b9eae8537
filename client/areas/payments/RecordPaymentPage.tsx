import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { RecordForm } from './RecordForm.tsx';
import css from './RecordPaymentPage.module.css';
import { useRecordForm } from './use-record-form.ts';

/** Staff enter a payment that they received themselves. */
export default function RecordPaymentPage() {
  const actor = useActor();
  const letter = reachOf(actor, 'payments.record') === 'block' ? blockLetter(actor.blok) : null;
  const record = useRecordForm({ draftKey: 'tambah-pembayaran' });
  return (
    <Page
      title="Tambah Pembayaran Warga"
      context={letter ? `Blok Anda: ${letter}` : 'Untuk warga di semua blok'}
    >
      <div className={css.columns}>
        <Card>
          <RecordForm of={record} />
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
