import {
  IconArrowBackUp,
  IconCashPlus,
  IconCheck,
  IconQrcode,
  IconReceipt,
  IconUserSearch,
  IconX,
} from '@tabler/icons-react';
import { useLayoutEffect } from 'react';
import { formatDate, formatRupiah, monthOf } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { lineStatusLabels } from '../../../contract/statement-audit.ts';
import {
  markStatementLine,
  matchRuleLabels,
  noMatchLabels,
  type StatementLine,
} from '../../../contract/statements.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { useSend } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import type { LineForm } from './LineSheet.tsx';
import css from './statements.module.css';
import { isAcceptable } from './use-decide-line.ts';

interface Props {
  line: StatementLine;
  /** Name of its account, where there are several. */
  account: string | undefined;
  isAccepting: boolean;
  onAccept(): void;
  onOpen(what: LineForm['what']): void;
}

/** A line of the bank, what it is proposed to be, and what can be done with it. */
export function LineCard({ line, account, isAccepting, onAccept, onOpen }: Props) {
  const { id, tanggal, jumlah, uraian, status, usulan, alasan } = line;
  const { send, isSending } = useSend(markStatementLine);
  const mark = (wanted: 'terbuka' | 'dicatat' | 'diabaikan') =>
    notify.outcome(send({ params: { id }, body: { status: wanted } }), 'Gagal menandai mutasi', uraian);
  useLayoutEffect(() => () => passFocus(id), [id]);
  const isOpen = status === 'terbuka';
  const named = (label: string) => ({
    children: label,
    'aria-label': `${label}: ${formatDate(tanggal)}, ${formatRupiah(jumlah)}, ${uraian}`,
  });
  return (
    <Card
      as="article"
      className={css.line}
      tabIndex={0}
      data-line={id}
      aria-label={`Mutasi ${formatDate(tanggal)}, ${formatRupiah(jumlah)}`}
    >
      <div className={cx('ui-ends', css.head)}>
        <span className={cx('ui-note', css.text)}>
          {[formatDate(tanggal), account].filter(Boolean).join(' · ')}
        </span>
        <Money value={jumlah} signed strong />
      </div>
      <p className={css.text}>{uraian}</p>
      {isOpen && <Held line={line} />}
      <About line={line} />
      <Similar entries={line.serupa} />
      <div className={cx('ui-row', css.buttons)}>
        {isOpen && (
          <Button
            look="quiet"
            icon={IconX}
            busy={isSending}
            onClick={() => void mark('diabaikan')}
            {...named(lineStatusLabels.diabaikan)}
          />
        )}
        {isOpen && !usulan && (
          <Button
            look={line.serupa.length > 0 ? 'plain' : 'quiet'}
            icon={IconCheck}
            busy={isSending}
            onClick={() => void mark('dicatat')}
            {...named('Sudah dicatat')}
          />
        )}
        {isOpen && jumlah > 0 && line.biaya === 0 && (
          <Button
            look={usulan ? 'quiet' : 'plain'}
            icon={IconUserSearch}
            onClick={() => onOpen('dues')}
            {...named('Pilih warga')}
          />
        )}
        {isOpen && jumlah > 0 && !usulan && alasan !== 'qris' && (
          <Button
            look="quiet"
            icon={IconCashPlus}
            onClick={() => onOpen('income')}
            {...named('Catat penerimaan')}
          />
        )}
        {isOpen && alasan === 'qris' && (
          <Button icon={IconQrcode} onClick={() => onOpen('qris')} {...named('Cocokkan QRIS')} />
        )}
        {isOpen && jumlah < 0 && (
          <Button icon={IconReceipt} onClick={() => onOpen('expense')} {...named('Catat pengeluaran')} />
        )}
        {isOpen && isAcceptable(line) && (
          <Button
            look="primary"
            icon={IconCheck}
            busy={isAccepting}
            onClick={onAccept}
            {...named('Cocokkan')}
          />
        )}
        {canReopen(line) && (
          <Button
            look="quiet"
            icon={IconArrowBackUp}
            busy={isSending}
            onClick={() => void mark('terbuka')}
            {...named(isOpen ? 'Lepaskan' : 'Buka lagi')}
          />
        )}
      </div>
    </Card>
  );
}

/** What was booked from a line is reversed instead. An open line may still be held by payments booked without it. */
const canReopen = ({ status, transaksi, pembayaran }: StatementLine) =>
  status === 'diabaikan' ||
  (status === 'dicatat' ? !transaksi : pembayaran.some(({ dibukukan }) => !dibukukan));

/** The payments that still hold a part of an open line, and what is left. */
function Held({ line: { jumlah, sisa, biaya, pembayaran } }: Pick<Props, 'line'>) {
  if (sisa === jumlah) return null;
  const holders = pembayaran.map(
    (one) => `${nameAndHouse(one)} ${formatMonths([one])} ${formatRupiah(one.jumlah)}`,
  );
  return (
    <p>
      {holders.length > 0 && `Masih dipakai untuk ${holders.join(', ')}. `}
      <strong>Sisa {formatRupiah(sisa)}</strong>
      {biaya > 0 && `, termasuk biaya QRIS ${formatRupiah(biaya)}`}
    </p>
  );
}

/** What may be in the book already. */
function Similar({ entries }: { entries: StatementLine['serupa'] }) {
  if (entries.length === 0) return null;
  const names = entries.map(
    ({ nomor, tanggal, keterangan }) => `${keterangan}, ${formatDate(tanggal)} (nomor ${nomor})`,
  );
  return <p>Mungkin sudah ada di buku kas: {names.join('; ')}</p>;
}

/** The next line gets the focus of one that is decided and leaves the list. */
function passFocus(id: number) {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-line]')];
  const at = cards.findIndex(({ dataset }) => dataset.line === String(id));
  if (!cards[at]?.contains(document.activeElement)) return;
  (cards[at + 1] ?? cards[at - 1])?.focus({ preventScroll: true });
}

function About({
  line: { status, usulan, alasan, calon, pembayaran, diputuskan_oleh_nama },
}: Pick<Props, 'line'>) {
  if (status === 'cocok')
    return (
      <p className="ui-note">
        <Badge tone="success">{lineStatusLabels.cocok}</Badge>{' '}
        {pembayaran.map((one) => `${nameAndHouse(one)} ${formatMonths([one])}`).join(', ')}, oleh{' '}
        {diputuskan_oleh_nama}
      </p>
    );
  if (status !== 'terbuka')
    return (
      <p className="ui-note">
        <Badge tone="neutral">{lineStatusLabels[status]}</Badge> oleh {diputuskan_oleh_nama}
      </p>
    );
  if (usulan)
    return (
      <>
        <p>
          <strong>
            {usulan.tagihan
              .map((one) => `${nameAndHouse(one)}, iuran ${formatMonths(one.bulan.map(monthOf))}`)
              .join('; ')}
          </strong>{' '}
          <span className="ui-note">menurut {matchRuleLabels[usulan.aturan]}</span>
        </p>
        {usulan.halangan !== null && <p className="ui-note">{usulan.halangan}</p>}
      </>
    );
  if (alasan === null) return null;
  const names = calon.map(nameAndHouse).join(', ');
  return <p className="ui-note">{names ? `${noMatchLabels[alasan]}: ${names}` : noMatchLabels[alasan]}</p>;
}
