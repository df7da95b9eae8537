export const amountOf = (rows: readonly { jumlah: number }[]): number =>
  rows.reduce((sum, { jumlah }) => sum + jumlah, 0);
