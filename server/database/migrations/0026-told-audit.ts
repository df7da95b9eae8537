/** Lists of the audit leave out what the book shows itself; an upgrade wrote one such row for each old payment. */
export function statements(): string[] {
  return ["CREATE INDEX audit_told ON audit (id) WHERE aksi <> 'entry.booked'"];
}
