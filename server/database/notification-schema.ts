import type { Generated } from 'kysely';
import type { NotificationKind } from '../../contract/events.ts';

export interface Notifications {
  id: Generated<number>;
  user_id: number;
  jenis: NotificationKind;
  judul: string;
  pesan: string;
  halaman: string;
  dibaca: 0 | 1;
  tanggal: string;
}

/** Reminders that staff opened in WhatsApp. Whether they were sent nobody knows. */
export interface Pengingat {
  id: Generated<number>;
  user_id: number;
  dibuka_oleh: number;
  dibuka: string;
}

/** Accounts that staff must not remind. */
export interface TanpaPengingat {
  user_id: number;
  sejak: string;
}
