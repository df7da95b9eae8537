import { IconHome, IconMail, IconPhone, IconUsers } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { formatDate } from '../../../contract/format.ts';
import { unchargedLabel, waivedLabels } from '../../../contract/owed.ts';
import { statusLabels, unpaid, waiting } from '../../../contract/payments.ts';
import { type Resident, uncharged } from '../../../contract/residents.ts';
import { useEstate } from '../../shared/estate.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Page } from '../../ui/Page.tsx';
import rows from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { statusLook } from '../payments/StatusBadge.tsx';
import css from './BlockResidentsPage.module.css';
import { ResidentFilters } from './ResidentFilters.tsx';
import { useResidents } from './use-residents.ts';

export default function BlockResidentsPage() {
  const residents = useResidents();
  const { list, isFiltered, clear } = residents;
  return (
    <Page
      title="Data Warga"
      context="Kontak warga dan status iuran bulan ini."
      filters={<ResidentFilters of={residents} />}
    >
      <CardList
        list={list}
        className={css.grid}
        wide
        skeleton={<Skeleton height="7rem" />}
        empty={
          <EmptyState
            title={isFiltered ? 'Tidak ada warga yang cocok.' : 'Belum ada warga.'}
            message={
              isFiltered
                ? 'Ubah pencarian atau pilih blok lain.'
                : 'Warga yang sudah terdaftar akan tampil di sini.'
            }
            icon={IconUsers}
            action={isFiltered && <Button onClick={clear}>Hapus filter</Button>}
          />
        }
        render={(resident) => <ResidentCard resident={resident} />}
      />
    </Page>
  );
}

const ResidentCard = memo(function ResidentCard({ resident }: { resident: Resident }) {
  const { timeZone } = useEstate();
  const { nama, blok, no_hp, email, jumlah_keluarga, created_at, status, status_bulan_ini } = resident;
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <Avatar name={nama} />
        <div className={rows.words}>
          <p className={rows.title}>{nama}</p>
          <p className={cx('ui-detail', css.since)}>Terdaftar {formatDate(created_at, timeZone, 'short')}</p>
          {status === 'inactive' ? (
            <Badge tone="neutral">Nonaktif</Badge>
          ) : (
            <DuesBadge status={status_bulan_ini} />
          )}
        </div>
      </div>
      <ul className={css.facts}>
        <Fact icon={IconHome}>Blok {blok}</Fact>
        {no_hp && (
          <Fact icon={IconPhone}>
            <a href={`tel:${no_hp}`}>{no_hp}</a>
          </Fact>
        )}
        <Fact icon={IconMail}>
          {/* `?` in an address would begin a field of the letter, such as another recipient. */}
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
        </Fact>
        {jumlah_keluarga !== null && <Fact icon={IconUsers}>{jumlah_keluarga} anggota keluarga</Fact>}
      </ul>
    </Card>
  );
});

function Fact({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <Glyph className="ui-muted" size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function DuesBadge({ status }: { status: Resident['status_bulan_ini'] }) {
  if (status === 'dibebaskan' || status === 'sistem_lama')
    return <Badge tone="neutral">{waivedLabels[status]}</Badge>;
  if (status === uncharged) return <Badge tone="neutral">{unchargedLabel}</Badge>;
  const stands = status === 'ditolak' ? unpaid : status;
  return <Badge {...statusLook[stands]}>{stands === waiting ? 'Pending' : statusLabels[stands]}</Badge>;
}
