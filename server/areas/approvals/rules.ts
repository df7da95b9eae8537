import { hash } from 'node:crypto';
import type { ApprovalKind } from '../../../contract/approvals.ts';
import { strangersAfterDays } from '../../../contract/policy.ts';
import { daysAfter } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import type { Moment, Tx } from '../../database/write.ts';

export interface CarryOut {
  /** Who proposed it. */
  by: number;
  /** Who approved it; absent where nobody had to. */
  approvedBy?: number;
  /** Today in the estate's calendar. */
  tanggal: string;
  persetujuan_id: number | null;
}

/** A change that a second person may have to approve. `Request` is what was asked for, as JSON. */
export interface Approvable<Request> {
  jenis: ApprovalKind;
  /** What it is about; two open proposals are never about the same. */
  about(request: Request): string;
  /** Takes the locks under which nothing that `describe` reads can change. */
  lock?(tx: Tx, request: Request): Promise<void>;
  /**
   * The change as people read it, by label, and with it everything a decision depends on.
   * @throws Refusal when it is not possible, or no longer
   */
  describe(db: Db, request: Request): Promise<Record<string, string>>;
  /** @returns the number of the entry that it made, if it made one */
  carryOut(tx: Tx, request: Request, options: CarryOut): Promise<number | null>;
  /** @throws Refusal 403 for somebody whom it concerns; they neither approve nor refuse */
  refuseDecider?(at: Moment, request: Request, decider: number): Promise<void>;
  /** Name of the stored picture to look at before deciding. */
  photo?(db: Db, request: Request): Promise<string | null>;
  /** What else happens when it is refused or withdrawn. */
  refuse?(tx: Tx, request: Request, by: number): Promise<void>;
}

/** SHA-256 over kind, id and content with sorted labels. */
export function fingerprint(jenis: string, id: number, isi: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(isi).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([jenis, id, sorted]));
}

/** `Jumlah: Rp 1.000; Tanggal: 1 Juli 2026`. */
export const inWords = (isi: Readonly<Record<string, string>>) =>
  Object.entries(isi)
    .map(([label, nilai]) => `${label}: ${nilai}`)
    .join('; ');

/** From this instant on, what one account did to another makes them one person. */
export const relatedSince = (now: string) => daysAfter(now, -strangersAfterDays);

/** When two accounts become two people again, `tanggal` being what one did to the other. */
export const strangersFrom = (tanggal: string) => daysAfter(tanggal, strangersAfterDays);

/** Whether an audit row of an account tells that its author could act as it: made it, set its password, changed its role. */
export function givesControl(row: { sebelum: string | null; sesudah: string | null }): boolean {
  const before = JSON.parse(row.sebelum ?? '{}') as { jenis?: string };
  const after = JSON.parse(row.sesudah ?? '{}') as { jenis?: string; password?: string };
  return after.password !== undefined || after.jenis !== before.jenis;
}
