/** The account number that a statement names itself, to notice one of another account. */
export function statements(): string[] {
  return ['ALTER TABLE mutasi_impor ADD COLUMN rekening text'];
}
