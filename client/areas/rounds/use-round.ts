import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { amountOf } from '../../../contract/amount-of.ts';
import { monthKey } from '../../../contract/format.ts';
import { collectDues, getRound, type RoundHouse } from '../../../contract/rounds.ts';
import { useActor } from '../../shared/auth.tsx';
import { newKey } from '../../shared/http.ts';
import { enqueue, forgetAnswered, isHeld, undoTime } from '../../shared/outbox.ts';
import { useRead } from '../../shared/queries.ts';
import { useAnswered, useWaiting } from '../../shared/use-outbox.ts';
import { type HouseState, stateOf, type Tap } from './round-state.ts';

type Body = Omit<Tap, 'state' | 'refusal' | 'at'>;

export function useRound(blok: string) {
  const { data, dataUpdatedAt, error, refetch } = useRead('payments', getRound, { query: { blok } });
  const taps = useTaps();
  const answered = useAnswered(collectDues);
  const round = data?.data.blok === blok ? data.data : undefined;

  // A tap of another block is not in this list; without a connection, that block's list does not know it either.
  const isListed = (id: unknown) => round?.rumah.some(({ user_id }) => user_id === id);
  const read = answered
    .filter(({ at, body }) => at < dataUpdatedAt && isListed(body.user_id))
    .map(({ key }) => key);
  const toForget = read.join();
  useEffect(() => {
    if (toForget) void forgetAnswered(toForget.split(',')).catch(() => {});
  }, [toForget]);

  const state = useMemo(() => round && stateOf(round, taps, dataUpdatedAt), [round, taps, dataUpdatedAt]);
  return { round, state, error, retry: () => void refetch() };
}

/** All taps on this device, of whatever block. */
function useTaps(): Tap[] {
  const waiting = useWaiting(collectDues);
  const answered = useAnswered(collectDues);
  const held = useSyncExternalStore(everySecond, () =>
    waiting
      .filter(isHeld)
      .map(({ key }) => key)
      .join(),
  );
  return [
    ...waiting.map(
      ({ key, body, refusal }): Tap => ({
        ...(body as Body),
        state: held.split(',').includes(key) ? 'held' : 'waiting',
        refusal,
      }),
    ),
    ...answered.map(
      ({ body, at }): Tap => ({ ...(body as unknown as Body), state: 'sent', refusal: null, at }),
    ),
  ];
}

/** Until when an entry can be undone is a matter of time alone. */
function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1_000);
  return () => clearInterval(timer);
}

export const houseName = ({ blok, nama }: Pick<RoundHouse, 'blok' | 'nama'>) => blok ?? nama;

/**
 * One tap: kept on this device at once, sent when it can no longer be undone. A second one of the same house changes
 * nothing until the first is kept, and the row without a button.
 */
export function useReceive() {
  const { id: userId } = useActor();
  const keeping = useRef(new Set<number>());
  return async (house: HouseState, months: HouseState['bulan']) => {
    if (keeping.current.has(house.user_id)) return;
    keeping.current.add(house.user_id);
    const ketukan = newKey();
    const body = {
      ketukan,
      user_id: house.user_id,
      bulan: months.map(monthKey),
      jumlah: amountOf(months),
      waktu: new Date().toISOString(),
    };
    const title = `Iuran tunai ${houseName(house)}`;
    const notBefore = Date.now() + undoTime;
    try {
      await enqueue({ key: ketukan, userId, path: collectDues.path, body, files: {}, title, notBefore });
    } finally {
      keeping.current.delete(house.user_id);
    }
  };
}
