/** Two people: what one proposes, a second one approves or refuses. */
import * as z from 'zod/mini';
import { changed, endpoint, idParams, page, paging } from './endpoint.ts';
import { oneOf, optionalText, text } from './fields.ts';
import { namesIn } from './names-in.ts';

/** What needs a second person; `isForTwo` in `policy.ts` says when. */
export const approvalLabels = {
  pembatalan: 'Pembatalan transaksi',
  saldo_awal: 'Saldo awal',
  pengeluaran: 'Pengeluaran',
  tutup_buku: 'Tutup buku',
  tutup_buku_versi: 'Catatan tutup buku',
  pembebasan: 'Pembebasan iuran',
  pembebasan_akhir: 'Akhir pembebasan iuran',
  sistem_lama: 'Lunas di sistem lama',
} as const;
export type ApprovalKind = keyof typeof approvalLabels;
export const approvalKinds = namesIn(approvalLabels);

/** Said of an entry. */
export const reversalWaits = 'Pembatalan menunggu persetujuan';

/** Label of the first fact of a proposal that the present data no longer allow: it says why, and what was proposed follows. */
export const impossible = 'Tidak dapat dilakukan lagi';

export const decisions = ['setuju', 'tolak'] as const;
export type Decision = (typeof decisions)[number];

/**
 * `isi`: the proposal in words. `sidik`: fingerprint of these words; a decision must repeat it. Both are computed from
 * the present data until somebody decides (`keputusan` null). `sendiri`: the proposer decided: approved alone because the
 * estate has no second person, or withdrew the proposal (`tolak`). `foto`: picture of the proof.
 */
export const Approval = z.object({
  id: z.number(),
  jenis: z.enum(approvalKinds),
  isi: z.array(z.object({ label: z.string(), nilai: z.string() })),
  sidik: z.string(),
  diajukan_oleh: z.number(),
  diajukan_oleh_nama: z.string(),
  diajukan_pada: z.string(),
  keputusan: z.nullable(z.enum(decisions)),
  diputuskan_oleh_nama: z.nullable(z.string()),
  diputuskan_pada: z.nullable(z.string()),
  alasan: z.nullable(z.string()),
  sendiri: z.boolean(),
  foto: z.nullable(z.string()),
});
export type Approval = z.output<typeof Approval>;

/** `halangan`: why the reader cannot decide, and who can or from when on; null if the reader can, and once it is decided. */
export const obstacle = { halangan: z.nullable(z.string()) };
export const ListedApproval = z.extend(Approval, obstacle);
export type ListedApproval = z.output<typeof ListedApproval>;

export const listApprovals = endpoint('GET', '/api/persetujuan', {
  allow: 'approvals.read',
  summary: 'Proposals, newest first; `status=menunggu` only those without a decision',
  query: z.object({ status: z.optional(oneOf('Status', ['menunggu', 'selesai'])), ...paging }),
  returns: page(ListedApproval),
});
export const decideApproval = endpoint('PUT', '/api/persetujuan/:id', {
  allow: 'approvals.decide',
  summary:
    'Approve or refuse the proposal with the fingerprint that was shown; 409 with the proposal if it changed. The proposer withdraws it with `tolak`',
  params: idParams,
  body: z.object({
    keputusan: oneOf('Keputusan', decisions),
    sidik: text('Sidik', 100),
    alasan: optionalText('Alasan', 500),
  }),
  returns: changed(Approval),
});

export const approvalAudit = {
  subjects: { approvals: 'Persetujuan' },
  actions: {
    'approval.proposed': 'Mengajukan persetujuan',
    'approval.granted': 'Menyetujui usulan',
    'approval.refused': 'Menolak usulan',
    'approval.withdrawn': 'Membatalkan usulan',
  },
} as const;
