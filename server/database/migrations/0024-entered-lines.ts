/** The expense or other income that a bank line was entered as. */
export function statements(): string[] {
  return [
    'ALTER TABLE mutasi_bank ADD COLUMN expense_id integer REFERENCES expenses (id)',
    'ALTER TABLE mutasi_bank ADD COLUMN penerimaan_id integer REFERENCES penerimaan (id)',
    'CREATE UNIQUE INDEX mutasi_bank_by_expense ON mutasi_bank (expense_id) WHERE expense_id IS NOT NULL',
    'CREATE UNIQUE INDEX mutasi_bank_by_income ON mutasi_bank (penerimaan_id) WHERE penerimaan_id IS NOT NULL',
  ];
}
