import { amountOf } from '../../../contract/amount-of.ts';
import { formatDate } from '../../../contract/format.ts';
import { waivedLabels } from '../../../contract/owed.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { listWaivers, type Waiver, waiverReasonLabels } from '../../../contract/waivers.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import rows from '../../ui/rows.module.css';

/** Months that one decision waives, oldest first. */
export interface RunningWaiver extends Omit<Waiver, 'tahun' | 'bulan' | 'jumlah'> {
  months: readonly Waiver[];
}

interface Props {
  userId: number;
  onEnd(waiver: RunningWaiver): void;
}

/** One entry for each decision. */
function byDecision(waived: readonly Waiver[]): RunningWaiver[] {
  const decisions = Map.groupBy(waived, ({ persetujuan_id }) => persetujuan_id);
  return [...decisions.values()].flatMap((months) =>
    months.slice(0, 1).map((first) => ({ ...first, months })),
  );
}

/** What is waived now, one entry for each decision. */
export function RunningWaivers({ userId, onEnd }: Props) {
  const running = byDecision(useRead('payments', listWaivers, { params: { userId } }).data?.data ?? []);
  if (running.length === 0) return null;
  return (
    <section>
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
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.title}>{named}</p>
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
