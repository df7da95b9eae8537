/** What everyone is told of for some time: changes of the settings that decide about money, and of auditors. */
import { formatMonth, formatRupiah, monthOf } from '../../../contract/format.ts';
import { formatQris, readQris } from '../../../contract/qris.ts';
import { type HouseStatus, houseStatusLabels } from '../../../contract/rates.ts';
import { type Announcement, announcedDays, type announcementSubjects } from '../../../contract/settings.ts';
import { daysAfter } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { firstResidentAt, listTrustedChanges } from './queries.ts';

type Values = Readonly<Record<string, unknown>>;
type Subject = (typeof announcementSubjects)[number];

const bank = ['bankName', 'bankAccount', 'bankHolder'];

const rupiah = (value: unknown) => (value === undefined || value === 0 ? null : formatRupiah(Number(value)));

function merchant(text: unknown): string | null {
  const qris = readQris(String(text));
  return typeof qris === 'string' ? null : formatQris(qris);
}

/** By subject: the changed keys, and how people read their values. */
const subjects: Record<Subject, { keys: readonly string[]; read(values: Values): string | null }> = {
  rekening: {
    keys: bank,
    read: (values) =>
      bank
        .map((key) => values[key])
        .filter(Boolean)
        .join(' · ') || null,
  },
  qris: {
    keys: ['qris', 'qrisAktif'],
    read: ({ qris, qrisAktif }) => (qris === undefined ? (qrisAktif ? 'aktif' : 'nonaktif') : merchant(qris)),
  },
  iuran: { keys: ['duesAmount'], read: ({ duesAmount }) => rupiah(duesAmount) },
  batas: { keys: ['batasDuaOrang'], read: ({ batasDuaOrang }) => rupiah(batasDuaOrang) },
  pengawas: { keys: ['pengawas'], read: ({ nama, pengawas }) => (pengawas ? String(nama) : null) },
};

/** Newest first. Without those from before the first resident: they set the estate up. */
export async function listAnnouncements(db: Db, now: Date): Promise<Announcement[]> {
  const since = daysAfter(now, -announcedDays);
  const begun = await firstResidentAt(db);
  if (begun === undefined) return [];
  const rows = await listTrustedChanges(db, begun > since ? begun : since);
  return rows.flatMap(({ tanggal, nama, aksi, sebelum, sesudah }) => {
    const [before, after] = [sebelum ?? {}, sesudah ?? {}];
    const changes = aksi === 'rate.set' ? [announceRate(before, after)] : announce(before, after);
    return changes.map((change) => ({ tanggal, oleh: nama, ...change }));
  });
}

/** Says of a rate for one house only that it is for one: everybody reads this. */
function announceRate(before: Values, after: Values) {
  const { user_id, rumah, huruf_blok, sejak } = after;
  const whose = user_id
    ? 'satu rumah'
    : rumah
      ? `rumah berstatus ${houseStatusLabels[rumah as HouseStatus].toLowerCase()}`
      : huruf_blok
        ? `Blok ${String(huruf_blok)}`
        : 'semua rumah';
  const amount = ({ jumlah }: Values) => {
    if (jumlah === null || jumlah === undefined) return 'ikut tarif umum';
    return jumlah === 0 ? 'tidak ditagih' : formatRupiah(Number(jumlah));
  };
  const from = formatMonth(monthOf(String(sejak)));
  return {
    perihal: 'iuran' as const,
    sebelum: amount(before),
    sesudah: `${amount(after)} untuk ${whose} mulai ${from}`,
  };
}

function announce(before: Values, after: Values) {
  return (Object.keys(subjects) as Subject[])
    .filter((perihal) => subjects[perihal].keys.some((key) => key in after))
    .map((perihal) => {
      const { read } = subjects[perihal];
      return { perihal, sebelum: read({ nama: after.nama, ...before }), sesudah: read(after) };
    });
}
