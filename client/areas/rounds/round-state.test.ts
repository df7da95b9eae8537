import { describe, expect, test } from 'vitest';
import type { Round } from '../../../contract/rounds.ts';
import { stateOf, type Tap } from './round-state.ts';

const month = (bulan: number) => ({ tahun: 2026, bulan, jumlah: 100_000 });
const house = { user_id: 1, nama: 'Siti', blok: 'A1', menunggu: 0, boleh: true, diterima: [] };
const round: Round = {
  blok: 'A',
  saldo: 50_000,
  setoran: null,
  rumah: [{ ...house, bulan: [month(5), month(6)] }],
};
const tap: Tap = {
  ketukan: 'x',
  user_id: 1,
  bulan: ['2026-05'],
  jumlah: 100_000,
  waktu: '2026-06-01T00:00:00.000Z',
  state: 'waiting',
  refusal: null,
};

describe('the state of a round', () => {
  test('counts a tap that the server does not know, and leaves its months out', () => {
    const state = stateOf(round, [tap]);
    expect([state.inHand, state.unsent, state.houses[0]?.bulan]).toEqual([150_000, 100_000, [month(6)]]);
  });

  test('counts a tap once that was booked, also while the device still waits for the answer', () => {
    const booked = { ketukan: 'x', payment_id: 7, jumlah: 100_000, banyak: 1 };
    const rumah = [{ ...house, bulan: [month(6)], diterima: [booked] }];
    for (const state of ['waiting', 'sent'] as const)
      expect(stateOf({ ...round, saldo: 150_000, rumah }, [{ ...tap, state }])).toMatchObject({
        inHand: 150_000,
        unsent: 0,
      });
  });

  test('keeps counting a tap that was sent until the list has it', () => {
    expect(stateOf(round, [{ ...tap, state: 'sent' }]).inHand).toBe(150_000);
  });

  test('counts a sent tap of another block only until a sum was read after it', () => {
    const sent = { ...tap, user_id: 2, state: 'sent', at: 1_000 } as const;
    expect([stateOf(round, [sent], 999).inHand, stateOf(round, [sent], 1_001).inHand]).toEqual([
      150_000, 50_000,
    ]);
  });

  test('owes nothing twice after a sent tap, also if its list was read before', () => {
    const sent = { ...tap, state: 'sent', at: 1_000 } as const;
    expect(stateOf(round, [sent], 1_001).houses[0]?.bulan).toEqual([month(6)]);
  });

  test('leaves a refused tap out of the sum, and its months owed', () => {
    const state = stateOf(round, [{ ...tap, refusal: 'Sudah dibayar' }]);
    expect([state.inHand, state.houses[0]?.bulan.length, state.refused.length]).toEqual([50_000, 2, 1]);
  });

  test('counts what waits to be accepted as no longer in the hands', () => {
    const setoran = { jumlah: 50_000 } as Round['setoran'];
    expect(stateOf({ ...round, setoran }, [tap]).inHand).toBe(100_000);
  });
});
