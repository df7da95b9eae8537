/** The book of the estate's money as the leaves of its log tell it. */

export interface LoggedEntry {
  nomor: number;
  tanggal: string;
  /** Rupiah, signed. */
  jumlah: number;
  jenis: string;
  /** Number of the entry that this one reverses. */
  membatalkan: number | null;
}

export type LoggedBook = ReturnType<typeof makeLoggedBook>;

export function makeLoggedBook() {
  const entries = new Map<number, LoggedEntry>();
  /** By number of the reversed entry. */
  const reversals = new Map<number, LoggedEntry>();
  let saldo = 0;
  let contradictions = 0;
  let last: number | undefined;
  return {
    entries,
    reversals,
    get saldo() {
      return saldo;
    },
    /** Leaves that contradict others: a number that is missing or comes twice, a reversal of something else. */
    get contradictions() {
      return contradictions;
    },
    add: (leaf: Uint8Array) => {
      const entry = entryOf(leaf);
      if (!entry) return;
      const { nomor, membatalkan, jumlah } = entry;
      if (last !== undefined && nomor !== last + 1) contradictions += 1;
      last = nomor;
      saldo += jumlah;
      entries.set(nomor, entry);
      if (membatalkan === null) return;
      const reversed = entries.get(membatalkan);
      if (reversals.has(membatalkan) || (reversed && reversed.jumlah !== -jumlah)) contradictions += 1;
      reversals.set(membatalkan, entry);
    },
  };
}

function entryOf(leaf: Uint8Array): LoggedEntry | undefined {
  const { aksi, entitas_id: nomor, sesudah } = fieldsOf(parse(new TextDecoder().decode(leaf)));
  if (aksi !== 'entry.booked') return undefined;
  const { tanggal, jumlah, jenis, membatalkan = null } = fieldsOf(sesudah);
  const isEntry =
    isNumber(nomor) &&
    isNumber(jumlah) &&
    typeof tanggal === 'string' &&
    typeof jenis === 'string' &&
    (membatalkan === null || isNumber(membatalkan));
  return isEntry ? { nomor, tanggal, jumlah, jenis, membatalkan } : undefined;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
