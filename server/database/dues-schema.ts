/** Who owes dues, at which rates, what is waived, and the bills with a unique code. */
import type { Generated } from 'kysely';
import type { WaivedState } from '../../contract/owed.ts';
import type { HouseStatus } from '../../contract/rates.ts';
import type { WaiverReason } from '../../contract/waivers.ts';

export interface DuesTables {
  /** Monthly dues for all from a month (`YYYY-MM`) until the next row, up to the upgrade; later ones are in `tarif`. */
  dues: {
    sejak: string;
    jumlah: number;
  };

  /** When an account began (1) or ceased (-1) to owe dues with a house of this block and status. */
  debtor_changes: {
    id: Generated<number>;
    user_id: number;
    waktu: string;
    banyak: 1 | -1;
    huruf_blok: string | null;
    rumah: Generated<HouseStatus>;
  };

  /** What a house is used for from the day `sejak` on; the newest row of an account holds. Never changed. */
  status_rumah: {
    id: Generated<number>;
    user_id: number;
    sejak: string;
    rumah: HouseStatus;
  };

  /** Changes of rates in the order in which they were made; those for all from before are in `dues`. Never changed. */
  tarif: {
    id: Generated<number>;
    sejak: string;
    huruf_blok: string | null;
    rumah: HouseStatus | null;
    user_id: number | null;
    jumlah: number | null;
  };

  /** Amounts never change. Closed: paid, or replaced by another one. */
  tagihan: {
    id: Generated<number>;
    user_id: number;
    akun_id: number;
    jumlah: number;
    kode: number;
    kredit: number;
    dibuat_pada: string;
    ditutup_pada: string | null;
  };

  /** `iuran`: dues of the month; `jumlah`: what it is paid with. */
  tagihan_bulan: {
    tagihan_id: number;
    tahun: number;
    bulan: number;
    iuran: number;
    jumlah: number;
    /** The last payment that was made for it. */
    payment_id: number | null;
  };

  /**
   * A month that an account does not pay, and the rupiah that it would have owed. `persetujuan_id`, `akhir_id`: what two
   * people decided, at its beginning and its end.
   */
  pembebasan: {
    id: Generated<number>;
    user_id: number;
    tahun: number;
    bulan: number;
    jenis: WaivedState;
    /** Null where `jenis` says it. */
    sebab: WaiverReason | null;
    jumlah: number;
    /** Day in the estate's calendar. */
    tanggal: string;
    persetujuan_id: number;
    akhir_id: number | null;
  };

  /**
   * Settled months of an account: a character for each month from January 2000 on, `1` if it is paid, waits for
   * confirmation or is waived; months behind the last such one have none. Triggers keep it.
   */
  bulan_beres: {
    user_id: number;
    bulan: string;
  };
}
