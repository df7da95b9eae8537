import type { Generated } from 'kysely';
import type { NotificationKind } from '../../contract/events.ts';

export interface NewsTables {
  notifications: {
    id: Generated<number>;
    user_id: number;
    jenis: NotificationKind;
    judul: string;
    pesan: string;
    halaman: string;
    dibaca: 0 | 1;
    tanggal: string;
  };

  /** Reminders that staff opened in WhatsApp. Whether they were sent nobody knows. */
  pengingat: {
    id: Generated<number>;
    user_id: number;
    dibuka_oleh: number;
    dibuka: string;
  };

  /** Accounts that staff must not remind. */
  tanpa_pengingat: {
    user_id: number;
    sejak: string;
  };

  /** Keys of Web Push (VAPID), made at the first start. */
  kunci_push: {
    id: number;
    publik: string;
    privat: string;
    dibuat: string;
  };

  /** Ends with its session, by the foreign key. `endpoint` is a secret. */
  langganan_push: {
    id: Generated<number>;
    user_id: number;
    session_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    dibuat: string;
  };

  /**
   * Notifications that wait to be pushed: until `kirim_setelah`, or for the process that claimed them at `diambil`.
   * `tentang`: id of the record that is told of, as long as it may be withdrawn or decided.
   */
  kabar_push: {
    id: Generated<number>;
    user_id: number;
    jenis: NotificationKind;
    halaman: string | null;
    tentang: number | null;
    dibuat: string;
    kirim_setelah: string | null;
    diambil: string | null;
  };

  /** `bisu`: kinds that are switched off (JSON). */
  pilihan_push: {
    user_id: number;
    bisu: string;
    tenang_dari: number;
    tenang_sampai: number;
  };
}
