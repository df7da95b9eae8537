/** The number of a transfer as its payer typed it: capital letters and digits, the same on every month of a slip. */
export function statements(): string[] {
  return [
    'ALTER TABLE payments ADD COLUMN referensi text',
    'CREATE INDEX payments_by_reference ON payments (referensi, id) WHERE referensi IS NOT NULL',
  ];
}
