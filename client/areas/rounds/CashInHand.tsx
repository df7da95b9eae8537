import { IconCloudUp } from '@tabler/icons-react';
import { formatRupiah } from '../../../contract/format.ts';
import type { Round } from '../../../contract/rounds.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/Money.tsx';
import { HandOverAction } from '../handovers/HandOverAction.tsx';
import type { RoundState } from './round-state.ts';
import css from './rounds.module.css';

/** Always in view, above the bottom bar. */
export function CashInHand({ round, state }: { round: Round; state: RoundState }) {
  const { inHand, unsent } = state;
  return (
    <div className={cx('ui-ends', css.total)} role="status" aria-label="Uang di tangan">
      <div>
        <p className="ui-muted">Uang di tangan</p>
        <p className={css.sum}>
          <Money value={inHand} strong />
        </p>
        {inHand < 0 && (
          <p className="ui-detail">
            Iuran yang uangnya sudah Anda setor dibatalkan. Minta bendahara membatalkan setorannya juga.
          </p>
        )}
        {unsent > 0 && (
          <Badge tone="warning" icon={IconCloudUp}>
            {formatRupiah(unsent)} belum terkirim
          </Badge>
        )}
        {round.setoran && <Badge tone="info">{formatRupiah(round.setoran.jumlah)} menunggu diterima</Badge>}
        {round.setoran?.halangan && <p className="ui-detail">{round.setoran.halangan}</p>}
      </div>
      <HandOverAction round={round} unsent={unsent} />
    </div>
  );
}
