import {
  IconChecks,
  IconChevronRight,
  IconCircleCheck,
  IconMessageReport,
  IconReceipt2,
} from '@tabler/icons-react';
import { formatCount } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { type PageKey, useNavigation } from '../../shared/navigation.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import css from './Waiting.module.css';

interface Task {
  label: string;
  icon: Icon;
  count: number | undefined;
  page: PageKey;
}

const task = (label: string, count: number | undefined, page: PageKey, icon: Icon): Task => ({
  label,
  count,
  page,
  icon,
});

interface Props {
  /** Absent while loading. */
  counts: { pembayaranPending: number; aduanPending: number; persetujuanPending?: number } | undefined;
  /** The page that the menu of this role names. */
  complaints: PageKey;
}

export function Waiting({ counts, complaints }: Props) {
  const { pembayaranPending, aduanPending, persetujuanPending } = counts ?? {};
  const tasks = [
    task('Pembayaran menunggu', pembayaranPending, 'verify-payments', IconReceipt2),
    task('Aduan pending', aduanPending, complaints, IconMessageReport),
  ];
  if (can(useActor(), 'approvals.decide'))
    tasks.push(task('Menunggu persetujuan Anda', persetujuanPending, 'buku-kas', IconChecks));
  const done = tasks.every(({ count }) => count === 0);
  return (
    <Section
      title="Menunggu Anda"
      context={done ? 'Semua sudah ditangani. Terima kasih!' : 'Tekan salah satu untuk menanganinya.'}
    >
      <ul className="ui-stack">
        {tasks.map((each) => (
          <li key={each.label}>
            <TaskLink {...each} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TaskLink({ label, icon: Glyph, count, page }: Task) {
  const { open } = useNavigation();
  const Shown = count === 0 ? IconCircleCheck : Glyph;
  return (
    <button
      type="button"
      className={css.task}
      data-tone={count === 0 ? 'success' : 'warning'}
      aria-busy={count === undefined || undefined}
      onClick={() => open(page)}
    >
      <span className={`ui-symbol ${css.icon}`}>
        <Shown size={22} stroke={1.8} aria-hidden />
      </span>
      <span className={css.words}>
        <span className={`${css.count} ui-tabular`}>
          {count === undefined ? <Skeleton width="2ch" /> : formatCount(count)}
        </span>
        <span className={css.label}>{label}</span>
      </span>
      <IconChevronRight className="ui-muted" size={20} stroke={2} aria-hidden />
    </button>
  );
}
