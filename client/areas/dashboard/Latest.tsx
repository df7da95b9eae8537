import { IconMessageReport, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WargaDashboard } from '../../../contract/dashboard.ts';
import { formatDate, formatMonth } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { type PageKey, useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Money } from '../../ui/Money.tsx';
import css from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge as ComplaintBadge } from '../complaints/StatusBadge.tsx';
import { StatusBadge as PaymentBadge } from '../payments/StatusBadge.tsx';

const waitingRows = [1, 2, 3].map((row) => (
  <li key={row} className={css.row}>
    <Skeleton height="2.75rem" />
  </li>
));

/** Maximum number of characters shown of a description. */
const previewLength = 100;

export function LatestPayments({ payments }: { payments: WargaDashboard['pembayaranTerbaru'] | undefined }) {
  const { timeZone } = useEstate();
  return (
    <Latest
      title="Pembayaran Terbaru"
      page="payments"
      count={payments?.length}
      empty={{
        title: 'Belum ada pembayaran.',
        message: 'Bukti transfer yang Anda kirim akan tampil di sini.',
        icon: IconReceipt,
      }}
    >
      {payments?.map((payment) => (
        <li key={payment.id} className={css.row}>
          <div className={css.words}>
            <p className={css.title}>{formatMonth(payment)}</p>
            <p className="ui-detail">Dikirim {formatDate(payment.tanggal_upload, timeZone)}</p>
          </div>
          <div className={css.end}>
            <Money value={payment.jumlah} strong />
            <PaymentBadge status={payment.status} />
          </div>
        </li>
      ))}
    </Latest>
  );
}

export function LatestComplaints({ complaints }: { complaints: WargaDashboard['aduanTerbaru'] | undefined }) {
  const { complaintMenuEnabled, timeZone } = useEstate();
  return (
    <Latest
      title="Aduan Terbaru"
      page={complaintMenuEnabled ? 'aduan-saya' : undefined}
      count={complaints?.length}
      empty={{
        title: 'Belum ada aduan.',
        message: 'Laporkan lampu mati, sampah, atau hal lain yang perlu ditangani pengurus.',
        icon: IconMessageReport,
      }}
    >
      {complaints?.map((complaint) => (
        <li key={complaint.id} className={css.row}>
          <div className={css.words}>
            <p className={css.title}>{complaint.judul}</p>
            <p className="ui-detail">{formatDate(complaint.tanggal_aduan, timeZone)}</p>
          </div>
          <ComplaintBadge status={complaint.status} />
          <p className={css.preview}>{preview(complaint.deskripsi)}</p>
        </li>
      ))}
    </Latest>
  );
}

interface Props {
  title: string;
  /** Page with the whole list; the rows are no links without it. */
  page: PageKey | undefined;
  count: number | undefined;
  empty?: { title: string; message: string; icon: Icon };
  children: ReactNode;
}

export function Latest({ title, page, count, empty, children }: Props) {
  const { canOpen, open } = useNavigation();
  return (
    <Section
      title={title}
      aside={
        page &&
        canOpen(page) && (
          <Button look="quiet" aria-label={`Lihat semua, ${title}`} onClick={() => open(page)}>
            Lihat semua
          </Button>
        )
      }
    >
      {count === 0 && empty ? (
        <EmptyState {...empty} />
      ) : (
        <ul className={css.list} aria-busy={count === undefined || undefined}>
          {count === undefined ? waitingRows : children}
        </ul>
      )}
    </Section>
  );
}

function preview(text: string): string {
  const characters = [...text];
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength).join('').trimEnd()}…`
    : text;
}
