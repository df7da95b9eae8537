/** Whether a payment was booked because its line was matched, or had been confirmed before. No release made links without it. */
export function statements(): string[] {
  return ['ALTER TABLE mutasi_pembayaran ADD COLUMN dibukukan integer NOT NULL DEFAULT 1'];
}
