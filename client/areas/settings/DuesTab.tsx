import type { Settings } from '../../../contract/settings.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DuesForm } from './DuesForm.tsx';
import { SwitchCard } from './SwitchCard.tsx';

const QrisCard = lazyPart(() => import('./QrisCard.tsx'));
const ReminderForm = lazyPart(() => import('./ReminderForm.tsx'));
const RatesCard = lazyPart(() => import('./RatesCard.tsx'));

/** What is owed, where it is paid, and who is reminded. */
export default function DuesTab({ settings }: { settings: Settings }) {
  return (
    <div className="ui-halves">
      <div className="ui-stack">
        <DuesForm settings={settings} />
        <SwitchCard
          settings={settings}
          name="kodeUnik"
          label="Kode unik"
          description="Setiap tagihan punya jumlah sendiri, agar transfernya dikenali di mutasi bank."
          note="Saat aktif, warga diminta mentransfer iuran ditambah 1 sampai 999 rupiah. Kelebihannya mengurangi iuran rumah itu berikutnya."
        />
        <ReminderForm settings={settings} waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
      </div>
      <div className="ui-stack">
        <QrisCard settings={settings} waiting={<Skeleton height="20rem" radius="var(--ui-radius-l)" />} />
        <RatesCard settings={settings} waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
      </div>
    </div>
  );
}
