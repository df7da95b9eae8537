import { formatDate } from '../../../contract/format.ts';
import { type Announcement, announcedDays, listAnnouncements } from '../../../contract/settings.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { Notice } from '../../ui/Notice.tsx';

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
  const all = useRead('settings', listAnnouncements, {}).data?.data ?? [];
  const changes = all.filter(({ perihal }) => only === undefined || only.includes(perihal));
  if (changes.length === 0) return null;
  return (
    <Notice tone="warning" title={`Perubahan dalam ${announcedDays} hari terakhir`}>
      {changes.map(({ tanggal, oleh, ...change }) => (
        <p key={`${tanggal} ${change.perihal} ${change.sebelum} ${change.sesudah}`}>
          {words[change.perihal]}: {inWords(change)}, oleh {oleh ?? 'sistem'}, {formatDate(tanggal, timeZone)}
          .
        </p>
      ))}
    </Notice>
  );
}

/** Of several auditors each is a change of its own: one of them is neither the first nor the last. */
function inWords({ perihal, sebelum, sesudah }: Pick<Announcement, 'perihal' | 'sebelum' | 'sesudah'>) {
  if (perihal === 'pengawas') return sesudah === null ? `${sebelum} berhenti` : `${sesudah} ditunjuk`;
  return `${sebelum ?? 'belum ada'} menjadi ${sesudah ?? 'tidak ada'}`;
}
