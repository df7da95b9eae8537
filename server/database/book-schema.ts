/** Tables of the book of the estate's money, and of what two people decide about it. */
import type { Generated } from 'kysely';
import type { ApprovalKind, Decision } from '../../contract/approvals.ts';
import type { AccountKind, EntryKind, TotalledKind } from '../../contract/cash-book.ts';
import type { CategoryKind } from '../../contract/categories.ts';
import type { HandoverStatus } from '../../contract/handovers.ts';

export interface BookTables {
  /** Where money lies: the treasurer's cash, a bank account, an e-wallet, a coordinator's cash. */
  akun: {
    id: Generated<number>;
    nama: string;
    jenis: AccountKind;
    aktif: 0 | 1;
    /** The coordinator in whose hands the money is; nobody else books here. */
    pemegang_id: Generated<number | null>;
  };

  /** A sum of cash that a coordinator hands over; `dihitung` is what the treasurer counted. */
  setoran: {
    id: Generated<number>;
    akun_id: number;
    dari_id: number;
    jumlah: number;
    diajukan_pada: string;
    status: Exclude<HandoverStatus, 'dibatalkan'>; // which the book says
    dihitung: number | null;
    alasan: string | null;
    diputuskan_oleh: number | null;
    diputuskan_pada: string | null;
    /** Number of the first entry that it booked. */
    entri: number | null;
  };

  /** What money is for. A restricted fund (`terikat`) never goes below zero. */
  dana: {
    id: Generated<number>;
    nama: string;
    terikat: 0 | 1;
    aktif: 0 | 1;
  };

  /** Category of income or spending. Records keep its name as it was when they were made. */
  kategori: {
    id: Generated<number>;
    jenis: CategoryKind;
    nama: string;
    /** 1: comes with every estate and keeps its name. */
    baku: 0 | 1;
    aktif: 0 | 1;
  };

  /** Income that is no dues: donations, rent, interest. */
  penerimaan: {
    id: Generated<number>;
    judul: string;
    kategori: string;
    tanggal: string;
    jumlah: number;
    bukti: string | null;
    tanggal_dibuat: string;
    admin_id: number;
    dihapus_pada: string | null;
    dihapus_oleh: number | null;
  };

  /** An entry of the book: never changed, never deleted. Written by `book()` alone. */
  kas_entri: {
    /** 1, 2, 3 … without gaps. */
    nomor: number;
    /** Day in the estate's calendar. */
    tanggal: string;
    akun_id: number;
    dana_id: number;
    /** Rupiah, signed. */
    jumlah: number;
    jenis: EntryKind;
    /** Empty for kinds that have none. */
    kategori: string;
    /** A reversal carries the payment, the expense or the income of the entry that it reverses. */
    payment_id: number | null;
    expense_id: number | null;
    penerimaan_id: number | null;
    /** Number of the other entry of a transfer. */
    pasangan: number | null;
    /** Number of the reversed entry. */
    membatalkan: number | null;
    /** What a second person approved it by. */
    persetujuan_id: number | null;
    keterangan: string;
    /** Name and house of the payer on that day. */
    nama: string | null;
    blok: string | null;
    dibuat_oleh: number | null;
    dibuat_pada: string;
  };

  /** A receipt as it was issued. `catatan` is the signed note; `payment_id` and `entri` are those of its first month. */
  kuitansi: {
    nomor: number;
    payment_id: number;
    entri: number;
    catatan: string;
    dibuat: string;
  };

  /** A month of the receipt `kuitansi`. */
  kuitansi_bulan: {
    payment_id: number;
    entri: number;
    kuitansi: number;
  };

  /** What one person proposes and a second one decides; `permintaan`, `isi`: JSON. */
  persetujuan: {
    id: Generated<number>;
    jenis: ApprovalKind;
    /** What it is about: two open proposals of a kind are never about the same. */
    tentang: string;
    /** What was asked for. */
    permintaan: string;
    /** What the second person read when they decided, and its fingerprint. */
    isi: string;
    sidik: string;
    diajukan_oleh: number;
    diajukan_pada: string;
    keputusan: Decision | null;
    diputuskan_oleh: number | null;
    diputuskan_pada: string | null;
    alasan: string | null;
  };

  /** Sums of the book by month (`YYYY-MM`). A reversal counts under the kind and category of what it reverses. */
  kas_bulanan: {
    bulan: string;
    akun_id: number;
    dana_id: number;
    jenis: TotalledKind;
    kategori: string;
    /** Entries less reversals. */
    banyak: number;
    jumlah: number;
  };

  /** A closed month: what two people agreed on. Never changed, never deleted. */
  tutup_buku: {
    id: Generated<number>;
    /** `YYYY-MM`; every month has one, in order. */
    bulan: string;
    /** JSON, `ClosingSummary`. */
    ringkasan: string;
    /** Last number of the book at that moment. */
    entri_terakhir: number;
    disusun_oleh: number;
    /** Names as they were at that moment. */
    disusun_oleh_nama: string;
    disusun_pada: string;
    disetujui_oleh: number;
    disetujui_oleh_nama: string;
    ditutup_pada: string;
    persetujuan_id: number;
    /** Size and head of the log at that moment. */
    log_ukuran: number | null;
    log_kepala: string | null;
  };

  /** What was found wrong with a closed month later on, signed by two people like the closing itself. */
  tutup_buku_versi: {
    id: Generated<number>;
    tutup_buku_id: number;
    /** 2, 3 …; the closing itself is version 1. */
    versi: number;
    penjelasan: string;
    /** The entry that corrects it. */
    nomor: number | null;
    disusun_oleh: number;
    disusun_oleh_nama: string;
    disusun_pada: string;
    disetujui_oleh: number;
    disetujui_oleh_nama: string;
    disetujui_pada: string;
    persetujuan_id: number;
  };
}
