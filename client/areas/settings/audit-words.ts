/** Translates audit entries into sentences: the action, and each changed field before and after. */
import { approvalLabels } from '../../../contract/approvals.ts';
import { type AuditEntry, type AuditSubject, actionLabels } from '../../../contract/audit.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import { categoryLabels, complaintStatusLabels } from '../../../contract/complaints.ts';
import {
  formatDate,
  formatDateTime,
  formatMonth,
  formatRupiah,
  monthName,
  monthOf,
} from '../../../contract/format.ts';
import { handoverLabels } from '../../../contract/handovers.ts';
import { statusLabels } from '../../../contract/payments.ts';
import { roleNames } from '../../../contract/people.ts';
import { accountKindLabels } from '../../../contract/places.ts';
import { houseStatusLabels } from '../../../contract/rates.ts';
import { sinceEver } from '../../../contract/settings.ts';
import { lineStatusLabels } from '../../../contract/statement-audit.ts';

export const actionOf = ({ aksi }: AuditEntry) => (actionLabels as Record<string, string>)[aksi] ?? aksi;

const words: Record<string, string> = {
  ...statusLabels,
  ...complaintStatusLabels,
  ...categoryLabels,
  ...roleNames,
  ...accountKindLabels,
  ...approvalLabels,
  ...houseStatusLabels,
  ...lineStatusLabels,
  ...handoverLabels,
  active: 'Aktif',
  inactive: 'Nonaktif',
};

type Named = readonly { id: number; nama: string }[];

/** What the audit names by number only, and the estate's calendar. */
export interface Told {
  timeZone: string;
  accounts: Named;
  funds: Named;
}

type Show = (value: unknown, told: Told) => string;
const text: Show = (value) => words[String(value)] ?? String(value);
const rupiah: Show = (value) => formatRupiah(Number(value));
const onOff: Show = (value) => (value ? 'Aktif' : 'Nonaktif');
const yesNo: Show = (value) => (value ? 'Ya' : 'Tidak');
const file: Show = () => 'foto';
const nameIn = (places: Named, value: unknown) =>
  places.find(({ id }) => id === value)?.nama ?? String(value);
const account: Show = (value, { accounts }) => nameIn(accounts, value);
const fund: Show = (value, { funds }) => nameIn(funds, value);
const sinceWhen: Show = (value) =>
  value === sinceEver
    ? 'awal'
    : String(value).length === 'YYYY-MM'.length
      ? formatMonth(monthOf(String(value)))
      : formatDate(String(value));

const fields: Record<string, readonly [label: string, show: Show]> = {
  nama: ['Nama', String],
  email: ['Email', String],
  no_hp: ['No HP', String],
  blok: ['Blok', String],
  terikat: ['Terikat', yesNo],
  jenis: ['Jenis', text],
  status: ['Status', text],
  jumlah_keluarga: ['Jumlah keluarga', String],
  huruf_blok: ['Blok', String],
  rumah: ['Status rumah', text],
  sejak: ['Sejak', sinceWhen],
  password: ['Password', String],
  foto_profile: ['Foto profil', String],
  jumlah: ['Jumlah', rupiah],
  dihitung: ['Uang yang dihitung', rupiah],
  akun_id: ['Rekening', account],
  dari_akun: ['Dari rekening', account],
  ke_akun: ['Ke rekening', account],
  dana_id: ['Dana', fund],
  dari_dana: ['Dari dana', fund],
  ke_dana: ['Ke dana', fund],
  tahun: ['Tahun', String],
  bulan: ['Bulan', (value) => monthName(Number(value))],
  tanggal: ['Tanggal', (value) => formatDate(String(value))],
  tanggal_digunakan: ['Tanggal digunakan', (value) => formatDate(String(value))],
  keterangan: ['Keterangan', String],
  catatan: ['Catatan', String],
  saksi: ['Tanpa bukti, saksi', String],
  aktif: ['Aktif', yesNo],
  judul: ['Judul', String],
  deskripsi: ['Deskripsi', String],
  kategori: ['Kategori', (value) => words[String(value)] ?? categoryTitle(String(value))],
  jawaban: ['Jawaban', String],
  konten: ['Isi', String],
  nama_asli: ['File', String],
  bukti_transfer: ['Bukti transfer', file],
  referensi: ['Nomor referensi', String],
  kelompok: ['Satu bukti dengan pembayaran nomor', String],
  foto: ['Foto', file],
  foto_jawaban: ['Foto jawaban', file],
  complaintMenuEnabled: ['Menu aduan', onOff],
  hilang: ['Catatan yang hilang', String],
  logPublik: ['Log terbuka untuk umum', onOff],
  estateName: ['Nama perumahan', String],
  duesAmount: ['Iuran bulanan', rupiah],
  batasDuaOrang: ['Batas dua orang', rupiah],
  dari: ['Dari', (value) => formatDate(String(value))],
  sampai: ['Sampai', (value) => formatDate(String(value))],
  baru: ['Mutasi baru', String],
  pengirim: ['Pengirim', String],
  saldo_akhir: ['Saldo akhir', rupiah],
  alasan: ['Alasan', String],
  banyak: ['Banyaknya', String],
  penjelasan: ['Penjelasan', String],
  isi: ['Isi usulan', String],
  cadangan: ['Keadaan pada', (value, { timeZone }) => formatDateTime(String(value), timeZone)],
  blockLetters: ['Huruf blok', String],
  bankName: ['Bank', String],
  bankAccount: ['Nomor rekening', String],
  rekening: ['Nomor rekening', String],
  bankHolder: ['Atas nama', String],
  qris: ['Kode QRIS', String],
  qrisAktif: ['Bayar dengan QRIS', onOff],
  kodeUnik: ['Kode unik', onOff],
  kode: ['Kode unik tagihan', String],
  kredit: ['Kelebihan sebelumnya', rupiah],
  ditutup_pada: ['Ditutup', (value, { timeZone }) => formatDateTime(String(value), timeZone)],
  developerName: ['Nama pengembang', String],
  developerText: ['Tentang pengembang', String],
  aboutText: ['Tentang aplikasi', String],
  aboutGoal: ['Tujuan', String],
  domainPrice: ['Harga domain', rupiah],
  serverPrice: ['Harga VPS', rupiah],
  donationBank: ['Bank donasi', String],
  donationAccount: ['Rekening donasi', String],
  donationHolder: ['Atas nama donasi', String],
  reminderText: ['Teks pengingat', String],
};

export interface Change {
  label: string;
  /** Undefined when the field did not exist before, or the record was deleted. */
  from?: string;
  to: string;
}

const nothing = '–';

/** Proof of the payment or expense that the entry is about; available even after its deletion. */
export function proofOf({ entitas, sebelum, sesudah }: AuditEntry): string | null {
  const { foto, bukti, bukti_transfer } = { ...sebelum, ...sesudah };
  const proofs: Partial<Record<AuditSubject, unknown>> = {
    payments: bukti_transfer,
    expenses: foto,
    penerimaan: bukti,
  };
  const proof = proofs[entitas];
  return typeof proof === 'string' ? proof : null;
}

/** Fields that are not shown for created or deleted records. */
const onlyWhenChanged = ['status', 'bukti_transfer', 'foto', 'foto_jawaban'];

/** Changed fields of an entry, without those that its subject already shows and those that are internal. */
export function changesOf({ sebelum, sesudah, perihal, entitas }: AuditEntry, told: Told): Change[] {
  return Object.entries(fields).flatMap(([name, [label, show]]) => {
    if ((show === account && told.accounts.length < 2) || (show === fund && told.funds.length < 2)) return [];
    const [before, after] = [sebelum?.[name] ?? null, sesudah?.[name] ?? null];
    if (before === after || (entitas === 'payments' && (name === 'tahun' || name === 'bulan'))) return [];
    const [from, to] = [before, after].map((value) =>
      value === null || value === '' ? nothing : show(value, told),
    );
    if (sebelum && sesudah && name in sebelum) {
      return { label, from: from ?? nothing, to: from === to ? 'diganti' : (to ?? nothing) };
    }
    const whole = !sebelum || !sesudah; // created or deleted with this value
    if (whole && (onlyWhenChanged.includes(name) || (after ?? before) === perihal)) return [];
    return { label, to: (after === null ? from : to) ?? nothing };
  });
}
