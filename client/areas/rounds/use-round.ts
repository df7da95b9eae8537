import { useEffect, useMemo, useState } from 'react';
import { amountOf } from '../../../contract/owed.ts';
import { monthKey } from '../../../contract/format.ts';
import { collectDues, getRound, type RoundHouse } from '../../../contract/rounds.ts';
import { useActor } from '../../shared/auth.tsx';
import { newKey } from '../../shared/http.ts';
import { enqueue, forgetAnswered, undoTime } from '../../shared/outbox.ts';
import { useRead } from '../../shared/queries.ts';
import { useAnswered, useWaiting } from '../../shared/use-outbox.ts';
import { type HouseState, stateOf, type Tap } from './round-state.ts';

type Body = Omit<Tap, 'state' | 'refusal'>;

export function useRound(blok: string) {
  const { data, dataUpdatedAt, error, refetch } = useRead('payments', getRound, { query: { blok } });
  const taps = useTaps();
  const answered = useAnswered(collectDues);
  const round = data?.data.blok === blok ? data.data : undefined;

  const read = answered.filter(({ at }) => at < dataUpdatedAt).map(({ key }) => key);
  const toForget = read.join();
  useEffect(() => {
    if (toForget) void forgetAnswered(toForget.split(',')).catch(() => {});
  }, [toForget]);

  const state = useMemo(() => round && stateOf(round, taps), [round, taps]);
  return { round, state, error, retry: () => void refetch() };
}

/** All taps on this device, of whatever block. */
function useTaps(): Tap[] {
  const waiting = useWaiting(collectDues);
  const answered = useAnswered(collectDues);
  const now = Date.now();
  useTick(waiting.some(({ notBefore = 0 }) => notBefore > now));
  return [
    ...waiting.map(({ body, refusal, notBefore = 0 }): Tap => {
      const isHeld = notBefore > now && notBefore - now <= undoTime;
      return { ...(body as Body), state: isHeld ? 'held' : 'waiting', refusal };
    }),
    ...answered.map(({ body }): Tap => ({ ...(body as unknown as Body), state: 'sent', refusal: null })),
  ];
}

const second = 1_000;

function useTick(running: boolean): void {
  const [, setNow] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, [running]);
}

export const houseName = ({ blok, nama }: Pick<RoundHouse, 'blok' | 'nama'>) => blok ?? nama;

/** One tap: kept on this device at once, sent when it can no longer be undone. */
export function useReceive() {
  const { id: userId } = useActor();
  return async (house: HouseState, months: HouseState['bulan']) => {
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
    await enqueue({ key: ketukan, userId, path: collectDues.path, body, files: {}, title, notBefore });
  };
}
