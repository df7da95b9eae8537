import { amountOf } from '../../../contract/amount-of.ts';
import { formatDate } from '../../../contract/format.ts';
import { waivedLabels } from '../../../contract/owed.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { waiverReasonLabels } from '../../../contract/waivers.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/Money.tsx';
import type { RunningWaiver } from './api.ts';
import css from './RunningWaivers.module.css';

interface Props {
  running: readonly RunningWaiver[];
  onEnd(waiver: RunningWaiver): void;
}

/** What is waived now, one entry for each decision. */
export function RunningWaivers({ running, onEnd }: Props) {
  if (running.length === 0) return null;
  return (
    <section className={css.running}>
      <h3 className="ui-heading">Pembebasan yang berlaku</h3>
      <ul aria-label="Pembebasan yang berlaku">
        {running.map((waiver) => (
          <Running key={waiver.persetujuan_id} waiver={waiver} onEnd={() => onEnd(waiver)} />
        ))}
      </ul>
    </section>
  );
}

function Running({ waiver, onEnd }: { waiver: RunningWaiver; onEnd(): void }) {
  const { timeZone } = useEstate();
  const { months, jenis, sebab, tanggal, sendiri } = waiver;
  const { diajukan_oleh_nama: proposer, diputuskan_oleh_nama: decider } = waiver;
  const named = formatMonths(months);
  return (
    <li className={cx('ui-ends', css.one)}>
      <div>
        <p className={css.months}>{named}</p>
        <p>
          {sebab ? waiverReasonLabels[sebab] : waivedLabels[jenis]} · <Money value={amountOf(months)} />
        </p>
        <p className="ui-note">
          {sendiri ? `Diputuskan sendiri oleh ${proposer}` : `Diajukan ${proposer}, disetujui ${decider}`},{' '}
          {formatDate(tanggal, timeZone, 'short')}
        </p>
      </div>
      <Button aria-label={`Akhiri pembebasan ${named}`} onClick={onEnd}>
        Akhiri…
      </Button>
    </li>
  );
}
