import { IconCheck, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount, formatDate, formatMonth } from '../../../contract/format.ts';
import type { ListedPayment, StaffPayment } from '../../../contract/payments.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { asOptions } from '../../shared/places.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { RejectForm } from './RejectForm.tsx';
import css from './ReviewPanel.module.css';
import { StatusBadge } from './StatusBadge.tsx';
import { amountOfProof, codeSays, monthsOf, waitingTogether } from './same-proof.ts';
import { type Decision, mayReview, useReceivingBanks, type Verdict } from './use-decide.ts';

interface Props {
  payment: ListedPayment;
  waiting: number;
  /** Whether more may be waiting on pages that are not loaded. */
  isMore: boolean;
  /** Number of payments decided since the viewer opened. */
  tally: Record<Verdict, number>;
  /** Result of the last decision, for screen readers. */
  said: string;
  busy: boolean;
  /** Chosen for this proof and the next ones. */
  account: string | undefined;
  onAccount(account: string): void;
  onVerdict(verdict: Verdict, decision?: Decision): void;
  onClose(): void;
}

/**
 * Minimum time in milliseconds that a proof must be visible before it can be decided. Prevents the second
 * click of a double click from deciding the next proof.
 */
const glance = 500;

/** Facts and decision buttons beside a proof. Must be remounted (by `key`) for every proof. */
export function ReviewPanel(props: Props) {
  const { payment, waiting, isMore, tally, said, busy, account, onAccount, onVerdict, onClose } = props;
  const actor = useActor();
  const banks = useReceivingBanks();
  const [shownAt] = useState(() => performance.now());
  const [rejecting, setRejecting] = useState(false);
  const open = mayReview(actor, payment);
  const finished = waiting === 0 && !isMore && tally.dikonfirmasi + tally.ditolak > 0;

  const confirm = () => {
    if (!busy && performance.now() - shownAt > glance) onVerdict('dikonfirmasi', { akun_id: account });
  };
  useKeys({ k: open && !rejecting && confirm, t: open && !busy && (() => setRejecting(true)) });

  return (
    <div className={cx('ui-parts', css.panel)} data-rejecting={rejecting ? '' : undefined}>
      <div className={cx('ui-parts', css.above)}>
        {said && !finished && (
          <p className={css.said}>
            <IconCircleCheck size={20} stroke={1.9} aria-hidden />
            {said}
          </p>
        )}
        <Facts
          payment={payment}
          aside={
            open &&
            (waiting > 1 || isMore
              ? `${formatCount(waiting)}${isMore ? '+' : ''} menunggu`
              : 'Tinggal bukti ini')
          }
        />
        <SameReference of={payment.referensi_sama} />
      </div>
      {open && rejecting && (
        <RejectForm
          payment={payment}
          tight
          busy={busy}
          onReject={(decision) => {
            onVerdict('ditolak', decision);
            if (decision.month !== undefined) setRejecting(false); // the other months still wait
          }}
          onCancel={() => setRejecting(false)}
        />
      )}
      {open && !rejecting && banks.length > 1 && (
        <SelectField
          label="Masuk ke rekening"
          options={asOptions(banks)}
          value={account ?? String(banks[0]?.id)}
          onChange={onAccount}
        />
      )}
      {open && !rejecting && (
        <div className={css.verdict}>
          <Button look="danger" icon={IconX} disabled={busy} onClick={() => setRejecting(true)}>
            Tolak <Key>T</Key>
          </Button>
          <Button
            look="primary"
            icon={IconCheck}
            busy={busy}
            onClick={confirm}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            data-autofocus
          >
            Konfirmasi <Key>K</Key>
          </Button>
        </div>
      )}
      {payment.halangan !== null && <Notice tone="info">{payment.halangan}</Notice>}
      {finished && <Finished tally={tally} onClose={onClose} />}
      <Legend />
    </div>
  );
}

function Facts({ payment, aside }: { payment: ListedPayment; aside: string | false }) {
  const { timeZone } = useEstate();
  const { tanggal_konfirmasi: decided, dikonfirmasi_oleh_nama: verifier, status } = payment;
  const on = (instant: string) => formatDate(instant, timeZone, 'short');
  const count = waitingTogether(payment).length;
  const facts = [
    ['Bulan', count > 1 ? `${monthsOf(payment)} (${count} bulan)` : monthsOf(payment)],
    ['Jumlah', <Amount key="" payment={payment} />],
    ['Dikirim', on(payment.tanggal_upload)],
    ['Referensi', payment.referensi],
    [status === 'ditolak' ? 'Ditolak' : 'Dikonfirmasi', decided && `${on(decided)} oleh ${verifier}`],
    ['Catatan', payment.catatan],
    ['Keterangan', payment.keterangan],
  ] as const;
  return (
    <div className={cx('ui-parts', css.facts)}>
      <div className={cx('ui-ends', css.who)}>
        <h2 className={css.name}>{payment.nama}</h2>
        <StatusBadge status={status} />
        <p className={cx('ui-detail', css.home)}>
          <span>{[payment.blok, payment.no_hp].filter(Boolean).join(' · ')}</span>
          <span>{aside}</span>
        </p>
      </div>
      <dl className={css.list}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

/** As it stands in the bank's statement. */
function Amount({ payment }: { payment: ListedPayment }) {
  const code = codeSays(payment.tagihan);
  return (
    <>
      <Money value={amountOfProof(payment)} strong /> {code && `(${code})`}
    </>
  );
}

/** Warns of other slips with the same number; nothing while there is none. */
function SameReference({ of }: { of: StaffPayment['referensi_sama'] }) {
  if (of === null) return null;
  return (
    <Notice tone="warning" title="Nomor referensi ini juga dipakai">
      {of.bukti.map((slip) => (
        <p key={slip.id}>
          {nameAndHouse(slip)}, {formatMonth(slip)}
        </p>
      ))}
      {of.di_luar && <p>{of.bukti.length > 0 ? 'Juga bukti' : 'Bukti'} warga lain di luar blok Anda</p>}
    </Notice>
  );
}

function Finished({ tally, onClose }: Pick<Props, 'tally' | 'onClose'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const parts = [
    tally.dikonfirmasi > 0 && `${tally.dikonfirmasi} dikonfirmasi`,
    tally.ditolak > 0 && `${tally.ditolak} ditolak`,
  ];
  return (
    <div className={css.finished} role="status" data-tone="success">
      <IconCircleCheck size={40} stroke={1.6} aria-hidden />
      <p className={css.done}>Semua bukti sudah diperiksa</p>
      <p>{parts.filter(Boolean).join(', ')}</p>
      <Button ref={button} look="primary" onClick={onClose} wide>
        Selesai
      </Button>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={css.key} aria-hidden>
      {children}
    </kbd>
  );
}

const shortcuts = [
  ['K', 'konfirmasi'],
  ['T', 'tolak'],
  ['←', 'sebelumnya'],
  ['→', 'berikutnya'],
  ['+ −', 'zoom'],
  ['Esc', 'tutup'],
] as const;

/** Shown only on devices with a keyboard. */
function Legend() {
  return (
    <ul className={cx('ui-row', css.legend)} aria-label="Tombol pintas">
      {shortcuts.map(([key, does]) => (
        <li key={key}>
          <kbd className={css.key}>{key}</kbd> {does}
        </li>
      ))}
    </ul>
  );
}

/** Keyboard shortcuts. Ignored while typing and on key repeat. */
function useKeys(keys: Record<string, (() => void) | false>) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const does = keys[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault(); // keeps the letter out of the field that opens
    does();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      act(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
