/** A small copy of each profile photo as a stored file, for lists that show who wrote something. */
export function statements(): string[] {
  return [
    'ALTER TABLE users ADD COLUMN potret text REFERENCES files (nama)',
    'CREATE INDEX users_by_portrait ON users (potret) WHERE potret IS NOT NULL',
  ];
}
