import type { Settings } from '../../../contract/settings.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DuesForm } from './DuesForm.tsx';
import css from './settings.module.css';

const QrisCard = lazyPart(() => import('./QrisCard.tsx'));
const ReminderForm = lazyPart(() => import('./ReminderForm.tsx'));
const RatesCard = lazyPart(() => import('./RatesCard.tsx'));

/** What is owed, where it is paid, and who is reminded. */
export default function DuesTab({ settings }: { settings: Settings }) {
  return (
    <div className={css.general}>
      <div className={css.column}>
        <DuesForm settings={settings} />
        <ReminderForm settings={settings} waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
      </div>
      <div className={css.column}>
        <QrisCard settings={settings} waiting={<Skeleton height="20rem" radius="var(--ui-radius-l)" />} />
        <RatesCard settings={settings} waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
      </div>
    </div>
  );
}
