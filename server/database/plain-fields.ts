/** Which values of audit rows stand in the log as they are. All others are personal, or may be: commitments. */
import { approvalLabels } from '../../contract/approvals.ts';
import type { AuditSubject } from '../../contract/audit.ts';
import { entryKinds } from '../../contract/cash-book.ts';
import { categoryLabels, complaintStatusLabels } from '../../contract/complaints.ts';
import { handoverStatuses } from '../../contract/handovers.ts';
import { paymentMethods, statusLabels } from '../../contract/payments.ts';
import { roleNames } from '../../contract/people.ts';
import { lineStatusLabels } from '../../contract/statement-audit.ts';

/** Ids of records and accounts, months, amounts. Other numbers may tell of a person, such as the size of a household. */
const numbers =
  /^(id|\w+_id|\w+_oleh|nomor|jumlah|tahun|bulan|membatalkan|pasangan|versi|ukuran|kelompok|tersisa|hilang|dihitung|kode|kredit|duesAmount|batasDuaOrang|ukuran_file|entri_terakhir|log_ukuran)$/;
const days = /^(tanggal|tanggal_\w+|\w+_pada|bulan|bulan_untuk|sejak|cadangan|created_at)$/;
const isoText = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?)?$/;
const switches = /^(aktif|terikat|tanpa_bukti|complaintMenuEnabled|logPublik|qrisAktif|kodeUnik)$/;
const choices = /^(jenis|status|kategori|metode|keputusan|password|foto_profile)$/;
/** What the log says of itself, and closings of the log: origins, heads and public keys. */
const ofTheLog = /^(asal|asal_lama|kepala|kunci|kunci_lama)$/;

/** Who owes how much, and which house pays a rate of its own: from posts everybody knows whose id it is. */
const ofOneHouse: Partial<Record<AuditSubject, RegExp>> = {
  bills: /^(user_id|jumlah|kode|kredit)$/,
  rates: /^user_id$/,
};

const spending = 'keamanan kebersihan listrik perbaikan sosial acara administrasi gaji pajak lain-lain';
const known = new Set([
  ...Object.keys({
    ...approvalLabels,
    ...categoryLabels,
    ...lineStatusLabels,
    ...complaintStatusLabels,
    ...statusLabels,
    ...roleNames,
  }),
  ...entryKinds,
  ...handoverStatuses,
  ...paymentMethods,
  ...spending.split(' '),
  '',
  'active',
  'inactive',
  'diubah',
  'setuju',
  'tolak',
]);

export function isPlain(entitas: AuditSubject, field: string, value: unknown): boolean {
  if (value === null) return true;
  if (ofOneHouse[entitas]?.test(field)) return false;
  if (typeof value === 'number') return Number.isSafeInteger(value) && numbers.test(field);
  if (typeof value === 'boolean') return switches.test(field);
  if (typeof value !== 'string') return false;
  if (ofTheLog.test(field)) return entitas === 'log' || entitas === 'closings';
  return choices.test(field) ? known.has(value) : days.test(field) && isoText.test(value);
}
