/** Tables of bank statements (`mutasi bank`). */
import type { Generated } from 'kysely';
import type { LineStatus } from '../../contract/statement-audit.ts';

export interface StatementTables {
  mutasi_impor: {
    id: Generated<number>;
    akun_id: number;
    bank: string | null;
    /** Digits of the account number in the file; null if it has none, and of imports before it was kept. */
    rekening: string | null;
    dari: string;
    sampai: string;
    /** Null for formats without balances. */
    saldo_awal: number | null;
    saldo_akhir: number | null;
    /** Lines of the file, and those that were not stored before. */
    banyak: number;
    baru: number;
    /** The file as it was; null once the month of its last day is closed. */
    berkas: string | null;
    oleh: number;
    pada: string;
  };

  mutasi_bank: {
    id: Generated<number>;
    akun_id: number;
    impor_id: number;
    /** The same in every file with this line; unique per account. */
    kunci: string;
    tanggal: string;
    /** Position within the day. */
    urutan: number;
    jumlah: number;
    uraian: string;
    saldo: number | null;
    referensi: string | null;
    status: LineStatus;
    diputuskan_pada: string | null;
    diputuskan_oleh: number | null;
    /** What it was entered as. */
    expense_id: number | null;
    penerimaan_id: number | null;
  };

  /** The payments that a line proves; a payment is proven by one line at most. */
  mutasi_pembayaran: {
    payment_id: number;
    mutasi_id: number;
    /** Booked because the line was matched; 0 if it had been confirmed before. */
    dibukukan: 0 | 1;
  };

  /** Columns of a bank that is not known, as a person named them; JSON. */
  mutasi_kolom: {
    akun_id: number;
    kolom: string;
  };

  /** Who pays for an account, by the name in the bank's text, and how often that was confirmed. */
  pengirim_dikenal: {
    id: Generated<number>;
    pengirim: string;
    user_id: number;
    banyak: number;
  };
}
