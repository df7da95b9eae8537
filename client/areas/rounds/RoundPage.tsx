import { IconCloudUp, IconHandStop, IconHome } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import type { Round } from '../../../contract/rounds.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { remove, undo } from '../../shared/outbox.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/Page.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HandOverAction } from '../handovers/HandOverAction.tsx';
import { ReceiptSheet } from '../receipts/ReceiptAction.tsx';
import { dropTap } from './drop-tap.ts';
import { HouseRow } from './HouseRow.tsx';
import { MonthsSheet } from './MonthsSheet.tsx';
import type { HouseState, RoundState } from './round-state.ts';
import css from './rounds.module.css';
import { houseName, useReceive, useRound } from './use-round.ts';

interface Choosing {
  house: HouseState;
  /** Key of the refused tap whose money it is; it stays until the money is taken for other months. */
  instead?: string;
}

export default function RoundPage() {
  const actor = useActor();
  const { blockLetters } = useEstate();
  const choosesBlock = reachOf(actor, 'rounds.collect') === 'all';
  const own = blockLetter(actor.blok) ?? '';
  const [chosen, setChosen] = useState(own || (blockLetters[0] ?? 'A'));
  const letter = choosesBlock ? chosen : own;
  const { round, state, error, retry } = useRound(letter);
  const receive = useReceive();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const [receipt, setReceipt] = useState<number | null>(null);

  const take = async ({ house, instead }: Choosing, months = house.bulan) => {
    try {
      await receive(house, months);
      if (instead !== undefined) await remove(instead);
    } catch (failed) {
      notify.failure('Belum tercatat', failed, houseName(house));
    }
  };

  return (
    <Page
      title="Keliling Iuran"
      context={`Blok ${letter}. Ketuk rumah yang membayar tunai; tanpa sinyal pun tercatat di HP ini.`}
      filters={
        choosesBlock && (
          <SelectField
            label="Blok"
            value={letter}
            onChange={setChosen}
            options={[...blockLetters].map((value) => ({ value, label: `Blok ${value}` }))}
          />
        )
      }
    >
      {state && <Refused state={state} onAgain={setChoosing} />}
      {!round && error && <ErrorCard message={error.message} onRetry={retry} />}
      {!round && !error && <Skeleton height="24rem" radius="var(--ui-radius)" />}
      {state?.houses.length === 0 && (
        <Card>
          <EmptyState
            icon={IconHome}
            title="Belum ada warga di blok ini."
            message="Warga yang ditambahkan di Kelola Warga tampil di sini."
          />
        </Card>
      )}
      {state && (
        <ul className={cx(css.houses, 'ui-breaks')} aria-label="Rumah">
          {state.houses.map((house) => (
            <HouseRow
              key={house.user_id}
              house={house}
              onTake={() => void take({ house })}
              onChoose={() => setChoosing({ house })}
              onUndo={(key) => void takeBack(key)}
              onReceipt={setReceipt}
            />
          ))}
        </ul>
      )}
      {state && round && <CashInHand round={round} state={state} />}
      {choosing && (
        <MonthsSheet
          house={choosing.house}
          onClose={() => setChoosing(null)}
          onTake={(months) => {
            setChoosing(null);
            void take(choosing, months);
          }}
        />
      )}
      {receipt !== null && <ReceiptSheet paymentId={receipt} onClose={() => setReceipt(null)} />}
    </Page>
  );
}

async function takeBack(key: string) {
  if (await undo(key).catch(() => false)) return;
  notify.error('Tidak dapat diurungkan lagi', { message: 'Sudah terkirim. Minta bendahara membatalkannya.' });
}

/** Money that the server did not book: given back, or received again for other months. */
function Refused({ state, onAgain }: { state: RoundState; onAgain: (choosing: Choosing) => void }) {
  return state.refused.map((tap) => {
    const house = state.houses.find(({ user_id }) => user_id === tap.user_id);
    return (
      <Notice
        key={tap.ketukan}
        tone="danger"
        title={`${formatRupiah(tap.jumlah)} tidak tercatat`}
        action={
          <>
            <Button icon={IconHandStop} onClick={() => void dropTap(tap.ketukan, tap.jumlah, 'dikembalikan')}>
              Uang sudah dikembalikan
            </Button>
            {house && house.bulan.length > 0 && (
              <Button onClick={() => onAgain({ house, instead: tap.ketukan })}>Catat untuk bulan lain</Button>
            )}
          </>
        }
      >
        {tap.refusal}
      </Notice>
    );
  });
}

function CashInHand({ round, state }: { round: Round; state: RoundState }) {
  const { inHand, unsent } = state;
  const { saldo, setoran } = round;
  const isShort = setoran !== null && saldo < setoran.jumlah;
  return (
    <div className={css.total} role="status" aria-label="Uang di tangan">
      <div className="ui-ends">
        <div>
          <p className="ui-muted">Uang di tangan</p>
          <p className={css.sum}>
            <Money value={inHand} strong />
          </p>
        </div>
        <HandOverAction round={round} unsent={unsent} />
      </div>
      {isShort ? (
        <p className="ui-detail">
          Iuran yang uangnya ada di setoran ini dibatalkan. Tekan Batal setor, lalu setor lagi.
        </p>
      ) : (
        inHand < 0 && (
          <p className="ui-detail">
            Iuran yang uangnya sudah Anda setor dibatalkan. Minta bendahara membatalkan setorannya juga.
          </p>
        )
      )}
      {unsent > 0 && (
        <Badge tone="warning" icon={IconCloudUp}>
          {formatRupiah(unsent)} belum terkirim
        </Badge>
      )}
      {setoran && <Badge tone="info">{formatRupiah(setoran.jumlah)} menunggu diterima</Badge>}
      {setoran?.halangan && <p className="ui-detail">{setoran.halangan}</p>}
    </div>
  );
}
