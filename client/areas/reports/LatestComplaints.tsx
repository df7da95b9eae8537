import { categoryLabels } from '../../../contract/complaints.ts';
import { formatDate } from '../../../contract/format.ts';
import type { ComplaintReport } from '../../../contract/reports.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import rows from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../complaints/StatusBadge.tsx';
import css from './reports.module.css';

interface Props {
  complaints: ComplaintReport['terbaru'] | undefined;
}

export function LatestComplaints({ complaints }: Props) {
  const { jenis } = useActor();
  const { timeZone } = useEstate();
  const { open } = useNavigation();
  return (
    <Section
      title="Aduan terbaru"
      aside={
        <Button
          look="quiet"
          aria-label="Lihat semua, Aduan terbaru"
          onClick={() => open(jenis === 'admin' ? 'complaints' : 'aduan-warga')}
        >
          Lihat semua
        </Button>
      }
    >
      <ul className={rows.list} aria-busy={!complaints || undefined}>
        {complaints?.map(({ id, judul, kategori, status, nama_user, blok, tanggal_aduan }) => (
          <li key={id} className={rows.row}>
            <div className={css.words}>
              <p className={rows.title}>{judul}</p>
              <p className="ui-detail">
                {[nama_user, blok, categoryLabels[kategori], formatDate(tanggal_aduan, timeZone, 'short')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <StatusBadge status={status} />
          </li>
        )) ??
          [1, 2, 3, 4, 5].map((row) => (
            <li key={row} className={rows.row}>
              <Skeleton height="2.75rem" />
            </li>
          ))}
      </ul>
    </Section>
  );
}
