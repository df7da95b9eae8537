import { IconCoins } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatDateTime, formatRupiah } from '../../../contract/format.ts';
import {
  type HandoverStatus,
  handoverLabels,
  type ListedHandover,
  listHandovers,
} from '../../../contract/handovers.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { amountColumn } from '../../shared/columns.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { usePages } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import type { Tone } from '../../ui/tone.ts';
import { AcceptDialog } from './AcceptDialog.tsx';

const tones = {
  menunggu: 'warning',
  diterima: 'success',
  ditolak: 'danger',
  ditarik: 'neutral',
  dibatalkan: 'danger',
} as const satisfies Record<HandoverStatus, Tone>;

const columnsIn = (timeZone: string): Column<ListedHandover>[] => [
  { header: 'Dari', card: 'title', render: ({ dari }) => dari },
  {
    header: 'Status',
    card: 'badge',
    render: ({ status }) => <Badge tone={tones[status]}>{handoverLabels[status]}</Badge>,
  },
  {
    header: 'Diajukan',
    card: 'subtitle',
    render: ({ diajukan_pada }) => formatDateTime(diajukan_pada, timeZone),
  },
  amountColumn,
  {
    header: 'Hasil',
    render: ({ dihitung, jumlah, alasan, diputuskan_oleh, halangan }) =>
      keepAmounts(
        [
          diputuskan_oleh,
          dihitung !== null && dihitung !== jumlah && `dihitung ${formatRupiah(dihitung)}`,
          alasan,
          halangan,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
  },
];

const context = 'Uang yang diterima koordinator di rumah warga, sampai dihitung dan diterima bendahara.';

export default function HandoversPage() {
  const actor = useActor();
  const { timeZone } = useEstate();
  const { open, canOpen } = useNavigation();
  const [accepting, setAccepting] = useState<ListedHandover | null>(null);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const list = usePages('rounds', listHandovers, {});
  const handover = list.rows?.find(({ id }) => id === accepting?.id) ?? accepting;
  const mayReverse = can(actor, 'book.write') && list.rows?.some(({ status }) => status === 'diterima');
  const actions = (row: ListedHandover) =>
    row.status === 'menunggu' &&
    row.halangan === null && (
      <RowAction
        label="Hitung dan terima"
        icon={IconCoins}
        of={`${row.dari}, ${formatRupiah(row.jumlah)}, ${formatDateTime(row.diajukan_pada, timeZone)}`}
        onClick={() => setAccepting(row)}
      />
    );
  return (
    <Page
      title="Setoran Tunai"
      context={
        mayReverse
          ? `${context} Keliru menerima? Batalkan transaksinya di Buku Kas, tab Rekening & Dana.`
          : context
      }
    >
      <DataList
        label="Daftar setoran"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        empty={{
          title: 'Belum ada setoran.',
          message: 'Setoran dari keliling iuran muncul di sini.',
          icon: IconCoins,
          action: canOpen('keliling') && (
            <Button onClick={() => open('keliling')}>Buka Keliling Iuran</Button>
          ),
        }}
      />
      {handover && <AcceptDialog handover={handover} onClose={() => setAccepting(null)} />}
    </Page>
  );
}
