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
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { statusLook } from '../payments/StatusBadge.tsx';
import { type ResidentFilter, useResidents } from './api.ts';
import css from './BlockResidentsPage.module.css';
import { ResidentFilters } from './ResidentFilters.tsx';

const everyone: ResidentFilter = { block: '', search: '' };

export default function BlockResidentsPage() {
  const { filter, clear, field } = useFilter(everyone);
  const list = useResidents(filter);
  const filtered = filter.block !== '' || filter.search !== '';
  return (
    <Page
      title="Data Warga"
      context="Kontak warga dan status iuran bulan ini."
      filters={<ResidentFilters filter={filter} field={field} onClear={clear} />}
    >
      <CardList
        list={list}
        className={css.grid}
        wide
        skeleton={<Skeleton height="7rem" />}
        empty={
          <EmptyState
            title={filtered ? 'Tidak ada warga yang cocok.' : 'Belum ada warga.'}
            message={
              filtered
                ? 'Ubah pencarian atau pilih blok lain.'
                : 'Warga yang sudah terdaftar akan tampil di sini.'
            }
            icon={IconUsers}
            action={filtered && <Button onClick={clear}>Hapus filter</Button>}
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
        <div className={css.words}>
          <p className={css.name}>{nama}</p>
          <p className={css.since}>Bergabung {formatDate(created_at, timeZone, 'short')}</p>
          {status === 'inactive' ? (
            <Badge tone="neutral">Nonaktif</Badge>
          ) : (
            <DuesBadge status={status_bulan_ini} />
          )}
        </div>
      </div>
      <ul className={css.facts}>
        <Fact icon={IconHome}>Unit {blok}</Fact>
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
      <Glyph size={18} stroke={1.8} aria-hidden />
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
