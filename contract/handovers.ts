/** Hand-overs of cash: what a coordinator has collected, to the treasurer, who counts it. */
import * as z from 'zod/mini';
import { obstacle } from './approvals.ts';
import { changed, created, done, endpoint, idParams, page, paging } from './endpoint.ts';
import { amount, oneOf, optionalText, personId } from './fields.ts';
import { namesIn } from './names-in.ts';

/** `dibatalkan`: it was accepted, and its transfer reversed since; the money is in the coordinator's hands again. */
export const handoverLabels = {
  menunggu: 'Menunggu diterima',
  diterima: 'Diterima',
  ditolak: 'Ditolak',
  ditarik: 'Batal disetor',
  dibatalkan: 'Dibatalkan',
} as const;
export type HandoverStatus = keyof typeof handoverLabels;
export const handoverStatuses = namesIn(handoverLabels);

/** `dihitung`: what was counted and booked; the rest stays in the coordinator's hands. */
export const Handover = z.object({
  id: z.number(),
  akun_id: z.number(),
  akun: z.string(),
  dari_id: z.number(),
  dari: z.string(),
  jumlah: z.number(),
  diajukan_pada: z.string(),
  status: z.enum(handoverStatuses),
  dihitung: z.nullable(z.number()),
  alasan: z.nullable(z.string()),
  diputuskan_oleh: z.nullable(z.string()),
  diputuskan_pada: z.nullable(z.string()),
});
export type Handover = z.output<typeof Handover>;

export const ListedHandover = z.extend(Handover, obstacle);
export type ListedHandover = z.output<typeof ListedHandover>;

export const listHandovers = endpoint('GET', '/api/setoran', {
  allow: 'handovers.read',
  summary: 'Hand-overs of cash, newest first: all for those who accept them, else the own ones',
  query: z.object(paging),
  returns: page(ListedHandover),
});

export const makeHandover = endpoint('POST', '/api/setoran', {
  allow: 'handovers.make',
  summary: 'Hand over all cash in the own hands (`jumlah`); waits until somebody else has counted it',
  body: z.object({ jumlah: amount }),
  returns: created(Handover),
  creates: 'handoverMade',
});

/** Shortest reason for a sum that differs from what was handed over, or for refusing it. */
export const shortestHandoverReason = 10;

export const decideHandover = endpoint('PUT', '/api/setoran/:id', {
  allow: 'handovers.accept',
  summary:
    'Accept the counted sum (`dihitung`; less needs a reason, and the rest stays with the coordinator) or refuse; never an own one',
  params: idParams,
  body: z.object({
    status: oneOf('Status', ['diterima', 'ditolak']),
    dihitung: z.optional(amount),
    alasan: optionalText('Alasan', 500),
    akun_id: z.optional(personId('Rekening')),
  }),
  returns: changed(Handover),
});

export const withdrawHandover = endpoint('DELETE', '/api/setoran/:id', {
  allow: 'handovers.make',
  summary: 'Withdraw an own hand-over that still waits',
  params: idParams,
  returns: done,
});

export const handoverAudit = {
  subjects: { setoran: 'Setoran tunai' },
  actions: {
    'handover.made': 'Mengajukan setoran tunai',
    'handover.accepted': 'Menerima setoran tunai',
    'handover.refused': 'Menolak setoran tunai',
    'handover.withdrawn': 'Membatalkan setoran tunai',
  },
} as const;
