/** The banks' column layouts. A file is recognized by its header row, never by its name. */

/** Columns by position: some banks use the same title twice. */
export interface Layout {
  bank: string | null;
  header: readonly string[];
  tanggal: number;
  uraian: readonly number[];
  /** Signed, or with CR or DB behind it, or with the sign in another column (`tanda`). */
  jumlah?: number | undefined;
  tanda?: number | undefined;
  masuk?: number | undefined;
  keluar?: number | undefined;
  saldo?: number | undefined;
  referensi?: number | undefined;
  akun?: number | undefined;
  /** Opening balance, sums and closing balance follow the rows: without them the file is cut off. */
  hasFooter?: true | undefined;
}

/** @param columns titles in the order of the file, each followed by what it holds if that is read */
function layout(bank: string, columns: string): Layout {
  const titles = columns.split('|').map((column) => column.split('='));
  const all = (wanted: string) => titles.flatMap(([, holds], at) => (holds === wanted ? at : []));
  const first = (wanted: string) => all(wanted)[0];
  return {
    bank,
    header: titles.map(([title = '']) => title),
    tanggal: first('tanggal') ?? 0,
    uraian: all('uraian'),
    jumlah: first('jumlah'),
    tanda: first('tanda'),
    masuk: first('masuk'),
    keluar: first('keluar'),
    saldo: first('saldo'),
    referensi: first('referensi'),
    akun: first('akun'),
  };
}

const bcaWithSign = 'Tanggal Transaksi=tanggal|Keterangan=uraian|Cabang|Jumlah=jumlah|=tanda|Saldo=saldo';

const layouts: readonly Layout[] = [
  { ...layout('bca', bcaWithSign), hasFooter: true },
  layout('bca', 'Tanggal Transaksi=tanggal|Keterangan=uraian|Cabang|Jumlah=jumlah|Saldo=saldo'),
  layout('bca', 'Tanggal=tanggal|Keterangan=uraian|Cabang|Mutasi=jumlah|Saldo=saldo'),
  layout(
    'mandiri',
    'AccountNo=akun|Ccy|PostDate=tanggal|Remarks=uraian|AdditionalDesc=uraian|Credit Amount=masuk|Debit Amount=keluar|Close Balance=saldo',
  ),
  layout(
    'mandiri',
    'Account No=akun|Date=tanggal|Val. Date|Transaction Code|Description=uraian|Description=uraian|Reference No.=referensi|Debit=keluar|Credit=masuk',
  ),
  layout(
    'bni',
    'Post Date=tanggal|Value Date|Branch|Journal No.=referensi|Description=uraian|Debit=keluar|Credit=masuk',
  ),
  layout(
    'bri',
    'ID|NOREK=akun|TGL_TRAN=tanggal|TGL_EFEKTIF|JAM_TRAN|KODE_TRAN|DESK_TRAN=uraian|MUTASI_DEBET=keluar|MUTASI_KREDIT=masuk|SALDO_AKHIR_MUTASI=saldo|TRREMK=referensi|TRUSER|REMARK_CUSTOM',
  ),
  layout('bri', 'TGL_TRANSAKSI=tanggal|JAM_TRANSAKSI|URAIAN_TRANSAKSI=uraian|DEBET=keluar|KREDIT=masuk'),
  layout(
    'bsi',
    'TrxId=referensi|Tanggal=tanggal|Trx Time|D/K=tanda|Mutasi=jumlah|Saldo=saldo|Keterangan=uraian',
  ),
  layout(
    'jago',
    'Tanggal & Waktu=tanggal|Sumber/Tujuan=uraian|Rincian Transaksi=uraian|Catatan=uraian|Jumlah=jumlah|Saldo=saldo',
  ),
  layout('seabank', 'Waktu Transaksi=tanggal|Jenis Transaksi|Keterangan=uraian|Nominal=jumlah|Saldo=saldo'),
];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const layoutOf = (cells: readonly string[]): Layout | undefined =>
  layouts.find(
    ({ header }) =>
      header.length === cells.length && header.every((title, at) => same(title, cells[at] ?? '')),
  );

/** Where most columns are those of a known bank: the bank may have renamed the others. */
export function almostLayout(cells: readonly string[]): { bank: string; hilang: string[] } | undefined {
  for (const { bank, header } of layouts) {
    const titles = header.filter((title) => title !== '');
    const hilang = titles.filter((title) => !cells.some((cell) => same(cell, title)));
    if (bank && hilang.length > 0 && hilang.length * 3 <= titles.length) return { bank, hilang };
  }
  return undefined;
}
