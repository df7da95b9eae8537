import type { Evidence } from './judge.ts';

/** Of no estate: its key signs nothing else. */
export const sampleReceipt: Evidence = {
  text: `KUITANSI IURAN WARGA
Nomor: 2
Perumahan: Griya Asri
Rumah: B12
Untuk: Iuran Januari 2026
Jumlah: Rp 150.000
Tanggal: 5 Januari 2026
Buku Kas: nomor 3

— griya-asri.example/log WxKteA4W1LCNnF2WRwu1eiB2H6nAZcqyGYahfN79lyknrrLfmJ9sjacTJ9RHbdxI6qdBkcNoUgD8/TMzOG8lHYNbhgw=
`,
  second: '',
  keys: 'griya-asri.example/log+5b12ad78+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c',
  log: undefined,
};
