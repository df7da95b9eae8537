import { categoryLabels } from '../../../contract/complaints.ts';
import { formatDate } from '../../../contract/format.ts';
import type { ComplaintReport } from '../../../contract/reports.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import rows from '../../ui/rows.module.css';
import { StatusBadge } from '../complaints/StatusBadge.tsx';
import { Latest } from '../dashboard/Latest.tsx';
import css from './reports.module.css';

interface Props {
  complaints: ComplaintReport['terbaru'] | undefined;
}

export function LatestComplaints({ complaints }: Props) {
  const { jenis } = useActor();
  const { timeZone } = useEstate();
  return (
    <Latest
      title="Aduan terbaru"
      page={jenis === 'admin' ? 'complaints' : 'aduan-warga'}
      count={complaints?.length}
    >
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
      ))}
    </Latest>
  );
}
