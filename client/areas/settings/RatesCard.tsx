import { IconPencil, IconReceipt } from '@tabler/icons-react';
import { formatMonth, formatRupiah, monthOf } from '../../../contract/format.ts';
import { houseStatusLabels, listRates, type Rate } from '../../../contract/rates.ts';
import { type Settings, sinceEver } from '../../../contract/settings.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { usePages } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { RateDialog } from './RateDialog.tsx';

type Row = Omit<Rate, 'id'> & { id: string | number };

const whoseRate = ({ nama, blok, rumah, huruf_blok }: Row) =>
  nama !== null
    ? nameAndHouse({ nama, blok })
    : rumah
      ? `Rumah berstatus ${houseStatusLabels[rumah].toLowerCase()}`
      : huruf_blok
        ? `Blok ${huruf_blok}`
        : 'Semua rumah';

const columns: Column<Row>[] = [
  { header: 'Untuk', card: 'title', render: whoseRate, grows: true },
  {
    header: 'Mulai',
    card: 'subtitle',
    render: ({ sejak }) => (sejak === sinceEver ? 'Sejak awal' : `Mulai ${formatMonth(monthOf(sejak))}`),
  },
  {
    header: 'Tarif',
    card: 'figure',
    align: 'end',
    render: ({ jumlah }) => (jumlah === null ? 'Ikut tarif umum' : formatRupiah(jumlah)),
  },
];

/** All rates: those for all houses, and those for blocks, house statuses and single houses. */
export default function RatesCard({ settings }: { settings: Settings }) {
  const rates = usePages('settings', listRates, {});
  const general = settings.duesHistory.map(({ sejak, jumlah }) => ({
    id: sejak,
    sejak,
    jumlah,
    huruf_blok: null,
    rumah: null,
    user_id: null,
    nama: null,
    blok: null,
  }));
  return (
    <Section
      title="Tarif iuran"
      context="Yang paling khusus berlaku: satu rumah, lalu status rumah, lalu blok, lalu semua rumah. Bulan yang sudah dibayar tidak berubah."
    >
      <DataList<Row>
        label="Daftar tarif iuran"
        columns={columns}
        list={{ ...rates, rows: rates.rows && [...general, ...rates.rows] }}
        rowKey={({ id }) => id}
        empty={{
          title: 'Belum ada perubahan tarif.',
          message: `Semua rumah membayar ${formatRupiah(settings.duesAmount)} per bulan.`,
          icon: IconReceipt,
        }}
        skeletonRows={2}
      />
      <DialogButton icon={IconPencil} dialog={(close) => <RateDialog settings={settings} onClose={close} />}>
        Ubah tarif
      </DialogButton>
    </Section>
  );
}
