import { IconChevronRight, IconCloudUp, IconHeartHandshake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  formatDate,
  formatMonth,
  formatRupiah,
  monthKey,
  type Period,
  shiftMonth,
} from '../../../contract/format.ts';
import { waitingWords } from '../../../contract/messages.ts';
import { monthPayment, monthStatus } from '../../../contract/month-status.ts';
import { unchargedLabel } from '../../../contract/owed.ts';
import { canPay, type Payment, statusLabels } from '../../../contract/payments.ts';
import { useEstate, useEstateStatus, useThisMonth } from '../../shared/estate.ts';
import { waitingCardsId } from '../../shared/WaitingCards.tsx';
import { cx } from '../../ui/cx.ts';
import type { Icon } from '../../ui/icon.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useOwnRates } from './api.ts';
import css from './MonthCards.module.css';
import { statusLook } from './StatusBadge.tsx';

interface Props {
  payments: readonly Payment[] | undefined;
  /** Months whose proof is still in the outbox. */
  unsent: readonly Period[];
  /** Undefined until it has been read: then nothing is known of past months. */
  overdue: readonly Period[] | undefined;
  /** Whether the running month is waived or not charged. */
  isFree: boolean;
  onPay(period: Period): void;
  onShow(payment: Payment): void;
}

const months = [-2, -1, 0];

export function MonthCards({ payments, unsent, overdue, isFree, onPay, onShow }: Props) {
  const thisMonth = useThisMonth();
  return (
    <ul className={cx('ui-parts', css.cards)} aria-label="Status tiga bulan terakhir" aria-busy={!payments}>
      {months.map((shift) => {
        const period = shiftMonth(thisMonth, shift);
        const isIn = (some: readonly Period[]) => some.some((one) => monthKey(one) === monthKey(period));
        // A month that is over and not overdue is not charged, as one from before the payer came.
        const isUncharged = shift === 0 ? isFree : overdue !== undefined && !isIn(overdue);
        const month = { period, isThis: shift === 0 };
        return (
          <li key={shift}>
            {!payments ? (
              <Skeleton height="100%" radius="var(--ui-radius-l)" />
            ) : isIn(unsent) ? (
              <UnsentCard {...month} />
            ) : isUncharged && canPay(monthStatus(payments, period)) ? (
              <div className={css.card} data-tone="success">
                <Lines
                  {...month}
                  icon={IconHeartHandshake}
                  status={unchargedLabel}
                  hint="Tidak perlu Anda bayar"
                />
              </div>
            ) : (
              <MonthCard
                {...month}
                isOverdue={overdue !== undefined && isIn(overdue)}
                payment={monthPayment(payments, period)}
                onPay={() => onPay(period)}
                onShow={onShow}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface Month {
  period: Period;
  /** The running month. */
  isThis: boolean;
}

interface LinesProps extends Month {
  icon: Icon;
  status: string;
  hint: ReactNode;
  /** What a tap does. */
  call?: string;
}

function Lines({ icon: Glyph, period, isThis, status, hint, call }: LinesProps) {
  const name = formatMonth(period);
  return (
    <>
      <Glyph className={css.icon ?? ''} size={26} stroke={1.8} aria-hidden />
      <span className={css.month}>
        {isThis ? 'Bulan Ini' : name} {isThis && <span className={cx('ui-detail', css.detail)}>{name}</span>}
      </span>
      <span className={css.status}>{status}</span>
      <span className={cx('ui-clamp', css.hint)}>{hint}</span>
      {call && (
        <span className={css.call}>
          {call}
          <IconChevronRight size={18} stroke={2} aria-hidden />
        </span>
      )}
    </>
  );
}

/** The proof is in the outbox, which is listed further down. */
function UnsentCard(month: Month) {
  return (
    <button
      type="button"
      className={css.card}
      data-tone="warning"
      onClick={() => document.getElementById(waitingCardsId)?.focus()}
    >
      <Lines
        {...month}
        icon={IconCloudUp}
        status={waitingWords.title}
        hint="Bukti tersimpan di HP atau komputer ini"
        call="Lihat"
      />
    </button>
  );
}

interface CardProps extends Month {
  isOverdue: boolean;
  payment: Payment | undefined;
  onPay(): void;
  onShow(payment: Payment): void;
}

/** The whole card is one button: pay, send again, or view the proof, and without one the receipt. */
function MonthCard({ isOverdue, payment, onPay, onShow, ...month }: CardProps) {
  const status = payment?.status ?? 'belum_bayar';
  const { tone, icon } = statusLook[status];
  const open = canPay(status);
  const kept = payment?.bukti_transfer ? 'Lihat bukti' : 'Kuitansi';
  const call = payment ? (open ? 'Kirim ulang' : kept) : 'Bayar';
  return (
    <button
      type="button"
      className={css.card}
      data-tone={isOverdue && !payment ? 'danger' : tone}
      data-open={open ? '' : undefined}
      onClick={() => (payment && !open ? onShow(payment) : onPay())}
    >
      <Lines
        {...month}
        icon={icon}
        status={statusLabels[status]}
        hint={payment ? <History of={payment} /> : <Dues of={month.period} />}
        call={call}
      />
    </button>
  );
}

function Dues({ of }: { of: Period }) {
  const { isRead } = useEstateStatus();
  const dues = useOwnRates();
  return isRead ? formatRupiah(dues(of)) : <Skeleton width="6em" />;
}

function History({ of }: { of: Payment }) {
  const { timeZone } = useEstate();
  const { status, catatan, tanggal_upload, tanggal_konfirmasi } = of;
  const on = (instant: string) => formatDate(instant, timeZone, 'short');
  if (status === 'ditolak') return catatan ?? 'Bukti transfer belum dapat diterima';
  if (status === 'dikonfirmasi') return `Dikonfirmasi ${on(tanggal_konfirmasi ?? tanggal_upload)}`;
  return `Dikirim ${on(tanggal_upload)}`;
}
