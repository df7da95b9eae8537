const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** `1,25 MB`: steps of 1,024, at most two decimals, Indonesian comma. */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const figure = (bytes / 1024 ** step).toLocaleString('id-ID', { maximumFractionDigits: 2 });
  return `${figure} ${units[step]}`;
}
