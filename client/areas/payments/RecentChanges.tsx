import { formatDate } from '../../../contract/format.ts';
import { type Announcement, announcedDays } from '../../../contract/settings.ts';
import { useEstate } from '../../shared/estate.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAnnouncements } from './api.ts';

const words: Record<Announcement['perihal'], string> = {
  rekening: 'Rekening tujuan',
  qris: 'Kode QRIS',
  iuran: 'Iuran bulanan',
  batas: 'Batas dua orang',
  pengawas: 'Pengawas',
};

/** What decides about money and was changed lately: whoever pays compares it before transferring. */
export function RecentChanges({ only }: { only?: readonly Announcement['perihal'][] }) {
  const { timeZone } = useEstate();
  const all = useAnnouncements().data?.data ?? [];
  const changes = all.filter(({ perihal }) => only === undefined || only.includes(perihal));
  if (changes.length === 0) return null;
  return (
    <Notice tone="warning" title={`Perubahan dalam ${announcedDays} hari terakhir`}>
      {changes.map(({ tanggal, oleh, perihal, sebelum, sesudah }) => (
        <p key={`${tanggal} ${perihal} ${sebelum} ${sesudah}`}>
          {words[perihal]}: {sebelum ?? 'belum ada'} menjadi {sesudah ?? 'tidak ada'}, oleh {oleh ?? 'sistem'}
          , {formatDate(tanggal, timeZone)}.
        </p>
      ))}
    </Notice>
  );
}
