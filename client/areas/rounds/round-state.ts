/** The round as the coordinator sees it: what the server said last, and the taps on this device that it did not know of. */
import { monthKey } from '../../../contract/format.ts';
import type { Round, RoundHouse } from '../../../contract/rounds.ts';

export interface Tap {
  ketukan: string;
  user_id: number;
  /** `YYYY-MM`. */
  bulan: readonly string[];
  jumlah: number;
  waktu: string;
  /** Undoable, waiting for a signal, or sent and not yet in the server's list. */
  state: 'held' | 'waiting' | 'sent';
  refusal: string | null;
  /** When it was sent, in milliseconds since 1970. */
  at?: number;
}

export interface HouseState extends Omit<RoundHouse, 'bulan'> {
  /** Owed, without what was tapped here. */
  bulan: RoundHouse['bulan'];
  taps: Tap[];
}

export interface RoundState {
  houses: HouseState[];
  /** Rupiah in the hands: booked less what waits to be accepted, and what was tapped here. */
  inHand: number;
  /** Rupiah tapped and not booked yet. */
  unsent: number;
  refused: Tap[];
}

/** @param readAt when the round was read, in milliseconds since 1970: its sum contains what was sent before */
export function stateOf({ rumah, saldo, setoran }: Round, all: readonly Tap[], readAt = 0): RoundState {
  const known = new Set(rumah.flatMap(({ diterima }) => diterima.map(({ ketukan }) => ketukan)));
  const taps = all.filter(({ ketukan }) => !known.has(ketukan));
  const open = taps.filter(({ refusal }) => refusal === null);
  const ofUser = Map.groupBy(open, ({ user_id }) => user_id);
  const unsent = open.reduce((sum, { jumlah, at = readAt }) => sum + (at < readAt ? 0 : jumlah), 0);
  return {
    houses: rumah.map((house) => {
      const own = ofUser.get(house.user_id) ?? [];
      const tapped = new Set(own.flatMap(({ bulan }) => bulan));
      return { ...house, bulan: house.bulan.filter((month) => !tapped.has(monthKey(month))), taps: own };
    }),
    inHand: saldo - (setoran?.jumlah ?? 0) + unsent,
    unsent,
    refused: taps.filter(({ refusal }) => refusal !== null),
  };
}
