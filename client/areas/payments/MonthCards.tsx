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
    <ul className={css.cards} aria-label="Status tiga bulan terakhir" aria-busy={!payments}>
      {months.map((shift) => {
        const period = shiftMonth(thisMonth, shift);
        const isOverdue = overdue?.some((one) => monthKey(one) === monthKey(period)) ?? false;
        const payment = payments && monthPayment(payments, period);
        // A month that is over and not overdue is not charged, as one from before the payer came.
        const isUncharged = shift === 0 ? isFree : overdue !== undefined && !isOverdue;
        const heading =
          shift === 0
            ? { title: 'Bulan Ini', detail: formatMonth(period) }
            : { title: formatMonth(period), detail: undefined };
        return (
          <li key={shift}>
            {!payments ? (
              <Skeleton height="100%" radius="var(--ui-radius-l)" />
            ) : unsent.some((one) => monthKey(one) === monthKey(period)) ? (
              <UnsentCard {...heading} />
            ) : isUncharged && canPay(monthStatus(payments, period)) ? (
              <div className={css.card} data-tone="success">
                <Lines
                  {...heading}
                  icon={IconHeartHandshake}
                  status={unchargedLabel}
                  hint="Tidak perlu Anda bayar"
                />
              </div>
            ) : (
              <MonthCard
                heading={heading}
                period={period}
                isOverdue={isOverdue}
                payment={payment}
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

interface Heading {
  title: string;
  detail: string | undefined;
}

interface LinesProps extends Heading {
  icon: Icon;
  status: string;
  hint: ReactNode;
  /** What a tap does. */
  call?: string;
}

function Lines({ icon: Glyph, title, detail, status, hint, call }: LinesProps) {
  return (
    <>
      <Glyph className={css.icon ?? ''} size={26} stroke={1.8} aria-hidden />
      <span className={css.month}>
        {title} {detail && <span className={css.detail}>{detail}</span>}
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
function UnsentCard(heading: Heading) {
  return (
    <button
      type="button"
      className={css.card}
      data-tone="warning"
      onClick={() => document.getElementById(waitingCardsId)?.focus()}
    >
      <Lines
        {...heading}
        icon={IconCloudUp}
        status={waitingWords.title}
        hint="Bukti tersimpan di HP atau komputer ini"
        call="Lihat"
      />
    </button>
  );
}

interface CardProps {
  heading: Heading;
  period: Period;
  isOverdue: boolean;
  payment: Payment | undefined;
  onPay(): void;
  onShow(payment: Payment): void;
}

/** The whole card is one button: pay, upload again, or view the proof, and without one the receipt. */
function MonthCard({ heading, period, isOverdue, payment, onPay, onShow }: CardProps) {
  const { timeZone } = useEstate();
  const { isRead } = useEstateStatus();
  const dues = useOwnRates();
  const status = payment?.status ?? 'belum_bayar';
  const { tone, icon } = statusLook[status];
  const open = canPay(status);
  const amount = isRead ? formatRupiah(dues(period)) : <Skeleton width="6em" />;
  const hints = {
    belum_bayar: () => amount,
    menunggu_konfirmasi: (upload: Payment) =>
      `Diunggah ${formatDate(upload.tanggal_upload, timeZone, 'short')}`,
    dikonfirmasi: (paid: Payment) =>
      `Dikonfirmasi ${formatDate(paid.tanggal_konfirmasi ?? paid.tanggal_upload, timeZone, 'short')}`,
    ditolak: (rejected: Payment) => rejected.catatan ?? 'Bukti transfer belum dapat diterima',
  };
  const hint = payment ? hints[payment.status](payment) : hints.belum_bayar();
  const kept = payment?.bukti_transfer ? 'Lihat bukti' : 'Kuitansi';
  const call = payment ? (open ? 'Unggah ulang' : kept) : 'Bayar';
  return (
    <button
      type="button"
      className={css.card}
      data-tone={isOverdue && !payment ? 'danger' : tone}
      data-open={open ? '' : undefined}
      onClick={() => (payment && !open ? onShow(payment) : onPay())}
    >
      <Lines {...heading} icon={icon} status={statusLabels[status]} hint={hint} call={call} />
    </button>
  );
}
