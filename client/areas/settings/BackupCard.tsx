import { backupStatus, type VerifiedBackup } from '../../../contract/backup.ts';
import { formatCount, formatDateTime, formatFileSize } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';

export default function BackupCard() {
  const read = useRead('settings', backupStatus, {});
  const status = read.data?.data;
  return (
    <Section title="Cadangan data" context="Salinan seluruh data, sudah diuji dapat dipakai lagi.">
      {!status && <LoadState of={read} height="10rem" />}
      {status?.terlambat && <Late isThere={status.terakhir !== null} automatic={status.otomatis} />}
      {status?.terakhir && <Proven backup={status.terakhir} />}
    </Section>
  );
}

function Late({ isThere, automatic }: { isThere: boolean; automatic: boolean }) {
  return (
    <Notice
      tone="warning"
      title={isThere ? 'Cadangan terakhir lebih dari dua hari yang lalu' : 'Belum ada cadangan'}
    >
      {automatic
        ? 'Server membuat cadangan setiap hari. Bila peringatan ini masih ada besok, hubungi pengelola server.'
        : 'Cadangan otomatis dimatikan. Minta pengelola server menyalakannya.'}
    </Notice>
  );
}

function Proven({ backup }: { backup: VerifiedBackup }) {
  const { timeZone } = useEstate();
  return (
    <Facts
      of={[
        ['Terakhir', formatDateTime(backup.tanggal, timeZone)],
        ['File', backup.nama],
        ['Ukuran', formatFileSize(backup.ukuran)],
        [
          'Isi',
          `${formatCount(backup.totalPembayaran)} pembayaran, ${formatCount(backup.totalAkun)} akun, ${formatCount(backup.totalFile)} file`,
        ],
        ['Saldo kas di dalamnya', <Money key="saldo" value={backup.saldo} strong />],
      ]}
    />
  );
}
