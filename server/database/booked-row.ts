import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { KasEntri } from './book-schema.ts';

/** What the log tells of an entry of the book: all of it, so that sums can be computed from the leaves alone. */
export function bookedRow({ nomor, ...sesudah }: KasEntri): {
  aksi: AuditAction;
  entitas: AuditSubject;
  entitas_id: number;
  sesudah: Record<string, unknown>;
} {
  return { aksi: 'entry.booked', entitas: 'entries', entitas_id: nomor, sesudah };
}
