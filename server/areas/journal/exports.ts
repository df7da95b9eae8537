/** The book in the format of hledger: each entry is a transaction of two postings that sum to zero. */
import { entryKindLabels, type TotalledKind } from '../../../contract/cash-book.ts';
import type { Db } from '../../database/open.ts';
import { type Booked, listBooked } from './queries.ts';

const rowsAtOnce = 2_000;

const against: Record<Exclude<TotalledKind, 'selisih'>, string> = {
  saldo_awal: 'ekuitas:saldo awal',
  pindah: 'ekuitas:pindah',
  iuran: 'pemasukan:iuran',
  penerimaan: 'pemasukan',
  pengeluaran: 'pengeluaran',
};

/** hledger knows the types of English names only. */
const header = `commodity 1000. IDR

account aset  ; type: Asset
account ekuitas  ; type: Equity
account pemasukan  ; type: Revenue
account pengeluaran  ; type: Expense
`;

export async function* writeJournal(db: Db): AsyncGenerator<string> {
  yield header;
  const declared = new Set<string>();
  for (let last = 0; ; ) {
    const rows = await listBooked(db, last, rowsAtOnce);
    yield rows.map((row) => transaction(row, declared)).join('');
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.nomor ?? last;
  }
}

function transaction(row: Booked, declared: Set<string>): string {
  const { nomor, tanggal, jumlah, asal, membatalkan } = row;
  const payer = row.nama === null ? '' : ` - ${row.nama}${row.blok ? ` (${row.blok})` : ''}`;
  const reversal = membatalkan === null ? '' : `Pembatalan nomor ${membatalkan}, `;
  const words = plain(reversal + (row.keterangan || entryKindLabels[asal]) + payer);
  const place = `aset:${row.akun_id} ${plain(row.akun)}:${row.dana_id} ${plain(row.dana)}`;
  const other = otherAccount(row);
  const unknown = [place, other].filter((account) => !declared.has(account));
  for (const account of unknown) declared.add(account);
  return `${unknown.map((account) => `\naccount ${account}\n`).join('')}
${tanggal} (${nomor}) ${words}
    ${place}  ${jumlah} IDR
    ${other}  ${-jumlah} IDR\n`;
}

/** The cash book, too, counts a difference as income or as spending. */
function otherAccount({ asal, kategori }: Booked): string {
  if (asal === 'selisih') return kategori === 'lebih' ? 'pemasukan:selisih' : 'pengeluaran:selisih';
  return kategori === '' ? against[asal] : `${against[asal]}:${plain(kategori)}`;
}

/** Two spaces end the name of an account, a colon its part, a semicolon or a bar the description. */
const plain = (text: string) => text.replaceAll(/[:;|]/g, ',').replaceAll(/\s+/g, ' ').trim();
