import { IconLock, IconNotes } from '@tabler/icons-react';
import { useState } from 'react';
import type { Closing, MonthSummary } from '../../../contract/closings.ts';
import { formatDate, formatMonth, monthOf } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import css from './closings.module.css';
import { VersionDialog } from './VersionDialog.tsx';

/** What the book says of a month. */
export const sumsOf = (book: MonthSummary) =>
  [
    ['Saldo awal', <Money key="awal" value={book.saldo_awal} />],
    ['Pemasukan', <Money key="masuk" value={book.pemasukan} />],
    ['Pengeluaran', <Money key="keluar" value={book.pengeluaran} />],
    ['Saldo akhir', <Money key="akhir" value={book.saldo_akhir} strong />],
  ] as const;

export function ClosingCard({ closing, mayAmend }: { closing: Closing; mayAmend: boolean }) {
  const { timeZone } = useEstate();
  const [amending, setAmending] = useState(false);
  const { ringkasan } = closing;
  const month = formatMonth(monthOf(closing.bulan));
  return (
    <Card as="article" aria-label={`Tutup buku ${month}`}>
      <div className="ui-ends">
        <h2 className="ui-heading">{month}</h2>
        <Badge tone="success" icon={IconLock}>
          Ditutup
        </Badge>
      </div>
      <Facts
        of={[
          ...sumsOf(ringkasan),
          ...placesOf(closing),
          ['Disusun oleh', `${closing.disusun_oleh_nama}, ${formatDate(closing.disusun_pada, timeZone)}`],
          ['Disetujui oleh', `${closing.disetujui_oleh_nama}, ${formatDate(closing.ditutup_pada, timeZone)}`],
          ...(closing.log_kepala === null
            ? []
            : [[`Kepala log, ukuran ${closing.log_ukuran}`, closing.log_kepala] as const]),
        ]}
      />
      {closing.sendiri && (
        <p className="ui-note">Tidak ada pengurus lain, jadi disetujui oleh orang yang sama.</p>
      )}
      {closing.versi.map((version) => (
        <div key={version.versi} className={css.version}>
          <h3 className="ui-heading">Catatan versi {version.versi}</h3>
          <p>{version.penjelasan}</p>
          <p className="ui-note">
            {version.nomor !== null && `Pembetulan: transaksi nomor ${version.nomor}. `}
            {version.disusun_oleh_nama} dan {version.disetujui_oleh_nama},{' '}
            {formatDate(version.disetujui_pada, timeZone)}
          </p>
        </div>
      ))}
      {mayAmend && (
        <ActionRow>
          <RowAction
            label="Tambah catatan"
            icon={IconNotes}
            of={`untuk ${month}`}
            onClick={() => setAmending(true)}
          />
        </ActionRow>
      )}
      {amending && <VersionDialog bulan={closing.bulan} onClose={() => setAmending(false)} />}
    </Card>
  );
}

/** What was counted, where it differed or lies in several accounts. */
function placesOf({ ringkasan: { akun, alasan, dana_selisih } }: Closing) {
  const several = akun.length > 1;
  const lines = akun.flatMap(({ akun_id, nama, dihitung, selisih }) => [
    ...(several ? [[`Uang di ${nama}`, <Money key={akun_id} value={dihitung} />] as const] : []),
    ...(selisih === 0
      ? []
      : [
          [
            several ? `Selisih ${nama}` : 'Selisih',
            <Money key={`s${akun_id}`} value={selisih} signed />,
          ] as const,
        ]),
  ]);
  return [
    ...lines,
    ...(dana_selisih === undefined ? [] : [['Dana selisih', dana_selisih] as const]),
    ...(alasan === null ? [] : [['Alasan selisih', alasan] as const]),
  ];
}
