/** Complaints (aduan): their categories and states. */

export const complaintCategories = ['infrastruktur', 'keamanan', 'kebersihan', 'lainnya'] as const;
export type ComplaintCategory = (typeof complaintCategories)[number];

/** pending → proses → selesai and back, or ditolak (decisions §6). */
export const complaintStatuses = ['pending', 'proses', 'selesai', 'ditolak'] as const;
export type ComplaintStatus = (typeof complaintStatuses)[number];
