/** The page that a push leads to, and the record that it tells of: what has been withdrawn meanwhile is not pushed. */
export function statements(): string[] {
  return [
    'ALTER TABLE kabar_push ADD COLUMN halaman text',
    'ALTER TABLE kabar_push ADD COLUMN tentang integer',
  ];
}
