import { IconArrowBackUp, IconCheck, IconCloudUp, IconListNumbers, IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { amountOf } from '../../../contract/amount-of.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { Badge } from '../../ui/Badge.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Money } from '../../ui/Money.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import type { HouseState } from './round-state.ts';
import css from './rounds.module.css';
import { houseName } from './use-round.ts';

interface Props {
  house: HouseState;
  onTake(): void;
  onChoose(): void;
  onUndo(key: string): void;
  onReceipt(paymentId: number): void;
}

/** A large target that receives all that is owed. What undoes it lies elsewhere: a second tap changes nothing. */
export function HouseRow({ house, onTake, onChoose, onUndo, onReceipt }: Props) {
  const { nama, bulan, taps, diterima, boleh } = house;
  const name = houseName(house);
  const owes = boleh && bulan.length > 0;
  const words = (
    <>
      <span className={css.house}>{name}</span>
      <span className={css.name}>{nama}</span>
      <span className={`ui-detail ${css.detail}`}>{detailOf(house)}</span>
      {owes && <Money value={amountOf(bulan)} strong />}
    </>
  );
  const last = diterima.at(-1);
  const row = useRef<HTMLLIElement>(null);
  const isHeld = taps.some(({ state }) => state === 'held');
  useEffect(() => {
    if (isHeld) row.current?.scrollIntoView({ block: 'nearest' }); // what undoes it may be under the sum
  }, [isHeld]);
  return (
    <li ref={row} className={css.row} data-done={!owes || undefined}>
      {owes ? (
        <button ref={keepFocus} type="button" className={css.take} onClick={onTake}>
          <span className="ui-unseen">Terima dari</span>
          {words}
        </button>
      ) : (
        <div className={css.take}>{words}</div>
      )}
      <div className={`ui-row ${css.actions}`}>
        {owes && bulan.length > 1 && (
          <RowAction label="Pilih bulan" icon={IconListNumbers} of={name} onClick={onChoose} />
        )}
        {taps.map(({ ketukan, jumlah, state }) => (
          <span key={ketukan} className={`ui-row ${css.tap}`}>
            <Badge
              tone={state === 'sent' ? 'success' : 'warning'}
              icon={state === 'sent' ? IconCheck : IconCloudUp}
            >
              {formatRupiah(jumlah)} {state === 'sent' ? 'terkirim' : 'diterima'}
            </Badge>
            {state === 'held' && (
              <RowAction
                label="Urungkan"
                icon={IconArrowBackUp}
                of={`${name}, ${formatRupiah(jumlah)}`}
                onClick={() => onUndo(ketukan)}
              />
            )}
          </span>
        ))}
        {last && (
          <span className={`ui-row ${css.tap}`}>
            <Badge tone="success">{formatRupiah(last.jumlah)} tercatat</Badge>
            <RowAction
              label="Kuitansi"
              icon={IconReceipt}
              of={name}
              onClick={() => onReceipt(last.payment_id)}
            />
          </span>
        )}
      </div>
    </li>
  );
}

function detailOf({ bulan, menunggu, boleh, taps }: HouseState): ReactNode {
  if (!boleh) return 'Dibayar ke pengurus lain';
  const waiting = menunggu > 0 && (
    <>
      <Money value={menunggu} /> menunggu diperiksa
    </>
  );
  if (bulan.length > 0)
    return (
      <>
        {formatMonths(bulan)}
        {waiting && <> · {waiting}</>}
      </>
    );
  return waiting || (taps.length > 0 ? 'Menunggu terkirim' : 'Tidak ada tagihan');
}
