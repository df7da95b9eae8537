/**
 * The exact fields that each endpoint returns to each role. The table is written by hand: a new field,
 * endpoint or permission fails this test until it is listed.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { getConsistency, getEntries, getRestoredLog, getTile, listRotations } from '../contract/log.ts';
import { getLpj } from '../contract/lpj.ts';
import * as payments from '../contract/payments.ts';
import { type Role, roles } from '../contract/people.ts';
import { can, reachOf } from '../contract/policy.ts';
import { summarizeRate } from '../contract/rates.ts';
import { getReceipt } from '../contract/receipts.ts';
import { getRound } from '../contract/rounds.ts';
import { importStatement } from '../contract/statements.ts';
import { summarizeOldMonths } from '../contract/waivers.ts';
import { endpoints } from './areas.ts';
import { makeBackup } from './operations/backup/make-backup.ts';
import { checkEstate } from './operations/doctor/check-estate.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { type FullEstate, fillEstate } from './testing/full-estate.ts';
import { fieldsOf, type Personal, strays } from './testing/leaving.ts';
import type { Person } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';
import { bcaStatement, fileOf } from './testing/statement-recipes.ts';

type Reader = Role | 'nobody';
/**
 * Object path → its fields; '' is the response itself without `status` and `nextCursor`. Records in lists are
 * grouped by owner (own, block, others).
 */
type Fields = Record<string, string>;
type Row = Partial<Record<Reader, Fields>>;

const everyone = (fields: Fields): Row => ({ ...officers(fields), warga: fields });
const officers = (fields: Fields): Row => ({ ...board(fields), koordinator_perblok: fields });
const board = (fields: Fields): Row => ({ ketua: fields, admin: fields });

const payment =
  'id user_id tahun bulan jumlah status bukti_transfer tanggal_upload tanggal_konfirmasi catatan keterangan metode referensi';
const staffPayment = `${payment} nama blok no_hp dikonfirmasi_oleh_nama sebukti`;
/** Null in lists: no proof of the estate is for several months or for a bill, and no reference is used twice. */
const group = 'kelompok';
const related = `${group} referensi_sama tagihan`;
const ownDues: Fields = {
  data: 'dibebaskan tahun',
  'data.tunggakan[]': 'tahun bulan jumlah',
  'data.bulanan[]': 'bulan status jumlah',
  'data.tarif[]': 'sejak jumlah',
};
const arrears = 'nama blok no_hp bulan jumlah sejak umur';
/** `diingatkan` and its author are null: nobody of the estate was reminded. */
const reminded = 'tanpa_pengingat';
const recordedExpense =
  'id tahun bulan jumlah judul deskripsi tanggal_digunakan tanggal_dibuat foto admin_nama kategori saksi';
const expense = `${recordedExpense} nomor menunggu pembatalan_menunggu`;
const otherIncome = 'id nomor judul kategori tanggal jumlah bukti admin_nama';
const category = 'id jenis nama baku aktif';
const expenseRow = 'tanggal_dibuat tanggal_digunakan bulan judul jumlah deskripsi admin foto kategori saksi';
const income = 'nomor type jenis kategori id tanggal jumlah tahun bulan nama blok';
const ownIncome = `${income} deskripsi bukti_transfer`;
const spending = 'nomor type jenis kategori saksi id tanggal jumlah tahun bulan judul deskripsi foto';
const moneyAccount = 'id nama jenis aktif dipegang saldo';
const handover =
  'id akun_id akun dari_id dari jumlah diajukan_pada status dihitung alasan diputuskan_oleh diputuskan_pada';
const house = 'user_id nama blok menunggu diterima boleh';
/** The estate has no transfer and no reversal. */
const entry =
  'nomor tanggal jenis kategori akun_id dana_id jumlah saldo keterangan dibuat_oleh_nama dibuat_pada pembatalan_menunggu';
const fund = 'id nama terikat aktif saldo';
const proposal =
  'id jenis sidik diajukan_oleh diajukan_oleh_nama diajukan_pada keputusan diputuskan_oleh_nama diputuskan_pada alasan sendiri';
const isi = (of: string): Fields => ({ [`${of}.isi[]`]: 'label nilai' });
const signatures = 'disusun_oleh_nama disusun_pada disetujui_oleh_nama sendiri';
const monthSums = 'saldo_awal pemasukan pengeluaran saldo_akhir banyak nomor_terakhir';
const closedMonths: Fields = {
  'data[]': `id bulan entri_terakhir ${signatures} ditutup_pada log_ukuran log_kepala`,
  'data[].ringkasan': `${monthSums} alasan`,
  'data[].ringkasan.akun[]': 'akun_id nama saldo dihitung selisih',
  'data[].ringkasan.dana[]': 'dana_id nama saldo',
  'data[].versi[]': `versi penjelasan ${signatures} disetujui_pada`,
};
const bookRow = 'tanggal bulan jenis keterangan pemasukan pengeluaran saldo kategori';
const complaint =
  'id user_id nama_user blok judul kategori deskripsi foto status tanggal_aduan total_komentar jawaban foto_jawaban nama_admin';
const oddSlip = 'id user_id nama blok tahun bulan jumlah tanggal_upload bukti_transfer';
const imported = 'akun_id bank rekening dari sampai saldo_awal saldo_akhir banyak baru pada';
const perStatus = 'pending proses selesai ditolak';
const complaintComment = 'id nama jenis potret komentar tanggal_komentar';
const post = 'id user_id nama blok potret konten foto tanggal_post total_likes total_comments liked';
const postComment = 'id nama blok potret komentar tanggal_komentar';
const estateDocument =
  'id judul deskripsi kategori nama_file nama_asli tipe_file ukuran_file admin_nama tanggal_upload';
const resident = 'id nama email no_hp blok jumlah_keluarga status created_at rumah status_bulan_ini';
const officer = 'id nama email no_hp blok jenis status';
const account = `${officer} created_at`;
const sessionUser = 'id nama email no_hp blok jenis role pengawas foto_profile created_at';
const settings =
  'complaintMenuEnabled estateName duesAmount duesFrom batasDuaOrang logPublik blockLetters bankName bankAccount bankHolder qris qrisAktif kodeUnik developerName ' +
  'developerText aboutText aboutGoal domainPrice serverPrice donationBank donationAccount donationHolder reminderText timeZone';
const auditor = 'user_id nama blok';
const duesChange = 'sejak jumlah';
const monthlyDues = 'tahun bulan target terkumpul';
const recent = 'id judul kategori status tanggal_aduan';
const report: Fields = {
  data: 'tahun',
  'data.bulanan[]': 'bulan target terkumpul persentase status',
  'data.aduan': `total ${perStatus} perBulan`,
  'data.aduan.perKategori': 'infrastruktur keamanan kebersihan lainnya',
};
const done: Fields = { '': 'message' };
const madeNow = (data: string): Fields => ({ '': 'id message', data });
const proposedNow: Fields = {
  '': 'message',
  'data.persetujuan': `${proposal} foto`,
  ...isi('data.persetujuan'),
};
const changedNow = (data: string): Fields => ({ '': 'message', data });

const table: Record<string, Row> = {
  'POST /api/auth/login': { nobody: { '': 'token', user: sessionUser } },
  'POST /api/auth/logout': everyone(done),
  'GET /api/auth/me': everyone({ user: sessionUser }),
  'GET /api/auth/sessions': everyone({ 'data[]': 'id perangkat dibuat terakhir_aktif ini' }),
  'DELETE /api/auth/sessions/:id': everyone(done),
  'POST /api/warga/search': { nobody: { '': 'found' } },
  'GET /api/welcome': { nobody: { data: 'estateName demo' } },

  'GET /api/warga/payments/:userId': { warga: { 'data[] own': payment } },
  'GET /api/user/payments/:userId': officers({ 'data[] own': payment }),
  'POST /api/warga/payments': { warga: madeNow(`${payment} ${group}`) },
  'POST /api/user/payments': officers(madeNow(`${payment} ${group}`)),
  'DELETE /api/warga/payments/:id': { warga: done },
  'DELETE /api/user/payments/:id': officers(done),
  'GET /api/warga/payments/export/:year': {
    warga: { '': 'title', 'data[]': 'no bulan status jumlah bukti metode' },
  },
  'GET /api/user/payments/export/:year': officers({
    '': 'title',
    'data[]': 'no bulan status jumlah bukti metode',
  }),
  'GET /api/admin/payments': {
    ...board({ 'data[] own': `${staffPayment} halangan`, 'data[] block others': staffPayment }),
    koordinator_perblok: { 'data[] own': `${staffPayment} halangan`, 'data[] block': staffPayment },
  },
  'GET /api/admin/payments/:year/:month': {
    ...board({ 'data[] own block others': staffPayment }),
    koordinator_perblok: { 'data[] own block': staffPayment },
  },
  'GET /api/admin/payments/:year/:month/jumlah': officers({
    data: 'belum_bayar menunggu_konfirmasi dikonfirmasi ditolak terkumpul untuk_diperiksa',
  }),
  'GET /api/admin/payments/menunggu': officers({ data: 'total untuk_diperiksa' }),
  'PUT /api/admin/payments/:id/confirm': officers(changedNow(`${staffPayment} ${related}`)),
  'GET /api/admin/payments/export/:year/:month': {
    ...board({
      '': 'title',
      'data[] own block others': 'nama blok no_hp status jumlah bukti metode tanggal_upload',
    }),
    koordinator_perblok: {
      '': 'title',
      'data[] own block': 'nama blok no_hp status jumlah bukti metode tanggal_upload',
    },
  },
  'POST /api/payments': officers(madeNow(`${staffPayment} ${related}`)),

  'POST /api/mutasi-bank': board({
    '': 'id message',
    data: 'id akun_id bank rekening dari sampai saldo_awal saldo_akhir banyak baru terbukti oleh_nama pada tertunda',
  }),
  'GET /api/mutasi-bank/impor': board({
    'data[]':
      'id akun_id bank rekening dari sampai saldo_awal saldo_akhir banyak baru terbukti oleh_nama pada',
  }),
  'GET /api/mutasi-bank': board({
    'data[]':
      'id akun_id tanggal jumlah uraian saldo status sisa biaya pembayaran alasan calon transaksi serupa',
  }),
  'POST /api/mutasi-bank/cocokkan': board({ '': 'message', 'data[]': 'mutasi_id berhasil pesan' }),
  'GET /api/mutasi-bank/:id/qris': board({
    'data[] own block others': 'pembayaran user_id nama blok bulan jumlah hari',
  }),
  'POST /api/mutasi-bank/:id/qris': board({ '': 'message', data: 'biaya' }),
  'PUT /api/mutasi-bank/:id': board(done),
  'DELETE /api/mutasi-bank/impor/:id': board(done),
  'GET /api/mutasi-bank/pengirim': board({ '': 'data' }),
  'DELETE /api/mutasi-bank/pengirim/:id': board(done),
  'GET /api/mutasi-bank/radar': board({
    data: 'nomor_sama referensi_sama',
    'data.bukti_sama[] own block others': oddSlip,
    'data.tanpa_mutasi[] own block others': oddSlip,
    'data.tanpa_bukti': 'banyak jumlah',
  }),

  'GET /api/tunggakan/saya': everyone(ownDues),
  'POST /api/tagihan': everyone({ data: 'id bulan jumlah kode kredit' }),
  'GET /api/tunggakan/warga/:userId': officers({
    ...ownDues,
    data: 'dibebaskan tahun halangan',
    'data.terbuka[]': 'tahun bulan jumlah',
  }),
  'GET /api/tunggakan/warga': {
    ...board({ 'data[] own block others': 'user_id nama blok' }),
    koordinator_perblok: { 'data[] own block': 'user_id nama blok' },
  },
  'GET /api/tunggakan': {
    ...board({ 'data[] own block others': `user_id ${arrears} ${reminded}` }),
    koordinator_perblok: { 'data[] own block': `user_id ${arrears} ${reminded}` },
  },
  'POST /api/tunggakan/:id/pengingat': officers({ '': 'message', data: 'tautan teks dibuka' }),
  'GET /api/push': everyone({ data: 'kunci aktif tawarkan bisu tenang_dari tenang_sampai' }),
  'PUT /api/push': everyone({ '': 'message' }),
  'DELETE /api/push': everyone({ '': 'message' }),
  'PUT /api/push/pilihan': everyone({ '': 'message', data: 'bisu tenang_dari tenang_sampai' }),
  'GET /api/pengingat/saya': everyone({ data: 'ingin' }),
  'PUT /api/pengingat/saya': everyone({ '': 'message' }),
  'GET /api/laporan-singkat': board({
    data: 'bulan masuk keluar saldo belum_ditutup lunas wajib ukuran kepala',
  }),
  'GET /api/tunggakan/jumlah': officers({
    data: 'banyak bulan jumlah',
    'data.perUmur[]': 'umur banyak jumlah',
  }),
  'GET /api/tunggakan/export': {
    ...board({ '': 'title', 'data[] own block others': arrears }),
    koordinator_perblok: { '': 'title', 'data[] own block': arrears },
  },

  'GET /api/keliling': {
    ...board({
      data: 'blok saldo setoran',
      'data.rumah[] others': house,
      'data.rumah[].bulan[]': 'tahun bulan jumlah',
    }),
    koordinator_perblok: {
      data: 'blok saldo setoran',
      'data.rumah[] own block': house,
      'data.rumah[].bulan[]': 'tahun bulan jumlah',
    },
  },
  'POST /api/keliling': officers(madeNow('id ketukan payment_id jumlah banyak user_id saldo')),
  'GET /api/setoran': officers({ '': 'data' }),
  'POST /api/setoran': officers(madeNow(handover)),
  'PUT /api/setoran/:id': board(changedNow(handover)),
  'DELETE /api/setoran/:id': officers(done),

  'GET /api/pengeluaran': {
    ...everyone({ 'data[] others': expense }),
    ...board({ 'data[] own others': expense }),
  },
  'GET /api/pengeluaran/year/:year': {
    ...everyone({ '': 'total', 'data[] others': expense }),
    ...board({ '': 'total', 'data[] own others': expense }),
  },
  'GET /api/pengeluaran/year/:year/jumlah': everyone({ data: 'total', 'data.kategori[]': 'kategori jumlah' }),
  'POST /api/pengeluaran': board(madeNow(`${expense} dibatalkan`)),
  'DELETE /api/pengeluaran/:id': board(done),
  'GET /api/pengeluaran/export/:year': {
    ...everyone({ '': 'title', 'data[] others': expenseRow }),
    ...board({ '': 'title', 'data[] own others': expenseRow }),
  },

  'POST /api/kas/pembatalan': board({ '': 'message', data: 'nomor persetujuan' }),
  'POST /api/kas/saldo-awal': board({
    '': 'message',
    data: 'nomor',
    'data.persetujuan': `${proposal} foto`,
    ...isi('data.persetujuan'),
  }),
  'GET /api/kuitansi/:payment_id': everyone({
    data: 'nomor perumahan rumah jumlah tanggal entri catatan metode dibatalkan',
    'data.untuk': 'tahun bulan',
    'data.rincian[]': 'tahun bulan entri', // null where nothing was reversed
    'data.tunggakan': 'bulan jumlah per',
  }),
  'GET /api/tutup-buku': {
    ...everyone({ '': 'berikutnya', ...closedMonths }),
    ...board({
      ...closedMonths,
      berikutnya: 'bulan mulai bisa hitungan',
      'berikutnya.ringkasan': monthSums,
      'berikutnya.ringkasan.akun[]': 'akun_id nama saldo',
      'berikutnya.ringkasan.dana[]': 'dana_id nama saldo',
      'berikutnya.mutasi[]': 'akun_id sebab banyak jumlah',
      'berikutnya.usulan': `${proposal} foto halangan`,
      ...isi('berikutnya.usulan'),
    }),
  },
  'GET /api/lpj': everyone({
    '': 'title',
    'data[]': 'bagian judul_bagian uraian tanggal banyak jumlah total',
  }),
  'POST /api/tutup-buku': board({
    '': 'message',
    'data.persetujuan': `${proposal} foto`,
    ...isi('data.persetujuan'),
  }),
  'POST /api/tutup-buku/versi': board({
    '': 'message',
    'data.persetujuan': `${proposal} foto`,
    ...isi('data.persetujuan'),
  }),
  'POST /api/kas/penerimaan': board(madeNow(otherIncome)),
  'GET /api/kas/kategori': everyone({ 'data[]': category }),
  'POST /api/kas/kategori': { ketua: madeNow(category) },
  'PUT /api/kas/kategori/:id': { ketua: changedNow(category) },
  'GET /api/kas/akun': everyone({ 'data[]': moneyAccount }),
  'POST /api/kas/akun': board(madeNow(moneyAccount)),
  'PUT /api/kas/akun/:id': board(changedNow(moneyAccount)),
  'GET /api/kas/dana': everyone({ 'data[]': fund }),
  'POST /api/kas/dana': board(madeNow(fund)),
  'PUT /api/kas/dana/:id': board(changedNow(fund)),
  'GET /api/kas/saldo': everyone({ 'data[]': 'akun_id dana_id saldo' }),
  'GET /api/kas/entri': board({ 'data[]': entry, 'data[] own block others': `${entry} nama blok` }),
  'GET /api/kas/entri/jumlah': board({ data: 'total lebih' }),
  'GET /api/kas/jurnal': board({}),
  'POST /api/kas/pindah': board(madeNow('id pasangan')),
  'GET /api/persetujuan': {
    ...board({ 'data[]': `${proposal} halangan`, ...isi('data[]') }),
    ketua: { 'data[]': proposal, ...isi('data[]') }, // decides, while the others read why they cannot
  },
  'PUT /api/persetujuan/:id': board({ ...changedNow(`${proposal} foto`), ...isi('data') }),

  'GET /api/buku-kas/saldo': everyone({ data: 'saldoAwal totalPemasukan totalPengeluaran saldo' }),
  'GET /api/buku-kas/saldo/:year': everyone({
    data: 'tahun saldoAwal',
    'data.bulanan[]': 'bulan pemasukan pengeluaran saldo',
  }),
  'GET /api/buku-kas/:year': {
    ...board({ 'data[] own': `${ownIncome} halangan`, 'data[] block others': ownIncome, 'data[]': spending }),
    koordinator_perblok: { 'data[] own block': ownIncome, 'data[] others': income, 'data[]': spending },
    warga: { 'data[] own': ownIncome, 'data[] block others': income, 'data[]': spending },
  },
  'GET /api/buku-kas/export/:year': {
    ...board({
      '': 'title',
      'data[] own block others': `${bookRow} foto`,
      'data[]': `${bookRow} foto saksi`,
    }),
    koordinator_perblok: {
      '': 'title',
      'data[] own block': `${bookRow} foto`,
      'data[] others': bookRow,
      'data[]': `${bookRow} foto saksi`,
    },
    warga: {
      '': 'title',
      'data[] own': `${bookRow} foto`,
      'data[] block others': bookRow,
      'data[]': `${bookRow} foto saksi`,
    },
  },
  'GET /api/total-income': everyone({ data: 'totalIncome' }),

  'GET /api/aduan/user': everyone({ 'data[] own': complaint }),
  'GET /api/aduan': {
    ...board({ 'data[] own block others': complaint }),
    koordinator_perblok: { 'data[] own block': complaint },
    warga: { 'data[] own': complaint },
  },
  'GET /api/aduan/jumlah': everyone({ data: perStatus }),
  'POST /api/aduan': everyone(madeNow(complaint)),
  'PUT /api/aduan/:id': everyone(changedNow(complaint)),
  'DELETE /api/aduan/:id': everyone(done),
  'PUT /api/aduan/:id/status': officers(changedNow(complaint)),
  'GET /api/aduan/:id/comments': everyone({ 'data[] others': complaintComment }),
  'POST /api/aduan/:id/comments': officers(madeNow(complaintComment)),

  'GET /api/posts': everyone({ 'data[] own block others': post }),
  'POST /api/posts': everyone(madeNow(post)),
  'DELETE /api/posts/:id': everyone(done),
  'POST /api/posts/:id/like': everyone({ '': 'liked total_likes' }),
  'GET /api/posts/:id/likes': {
    ...everyone({ 'data[] block others': 'user_id nama blok' }),
    admin: { 'data[] own block': 'user_id nama blok' },
  },
  'GET /api/posts/:id/comments': {
    ...everyone({ 'data[] block others': postComment }),
    admin: { 'data[] own block': postComment },
  },
  'POST /api/posts/:id/comments': everyone(madeNow(postComment)),

  'GET /api/dokumen': {
    ...everyone({ 'data[] others': estateDocument }),
    ...board({ 'data[] own others': estateDocument }),
  },
  'GET /api/dokumen/kategori': everyone({ 'data[]': 'kategori jumlah' }),
  'POST /api/dokumen': board(madeNow(estateDocument)),
  'PUT /api/dokumen/:id': board(changedNow(estateDocument)),
  'DELETE /api/dokumen/:id': board(done),

  'GET /api/warga': {
    ...board({ 'data[] block others': resident }),
    koordinator_perblok: { 'data[] block': resident },
  },
  'GET /api/warga/jumlah': officers({ data: 'total nonaktif' }),
  'GET /api/warga/blok': officers({ '': 'data' }),
  'POST /api/warga': officers(madeNow(resident)),
  'PUT /api/warga/:id': officers(changedNow(resident)),
  'DELETE /api/warga/:id': officers(done),

  'GET /api/users/perangkat': { ketua: { 'data[] own others': `${officer} rumah` } },
  'GET /api/users': board({ 'data[] own block others': `${account} rumah` }),
  'POST /api/users': board(madeNow(`${account} rumah`)),
  'PUT /api/users/:id': board(changedNow(`${account} rumah`)),
  'DELETE /api/users/:id': board(done),

  'POST /api/warga/update-profile': { warga: { '': 'message', user: sessionUser } },
  'POST /api/auth/update-profile': officers({ '': 'message', user: sessionUser }),
  'POST /api/warga/update-password': { warga: done },
  'POST /api/auth/update-password': officers(done),
  'PUT /api/warga/profile': { warga: { '': 'message', user: sessionUser } },
  'PUT /api/warga/password': { warga: done },

  'GET /api/notifications': everyone({
    '': 'unread',
    'data[]': 'id jenis judul pesan halaman dibaca tanggal',
  }),
  'GET /api/notifications/jumlah': everyone({ data: 'unread' }),
  'POST /api/notifications/read': everyone({ '': 'unread message' }),

  'GET /api/settings': everyone({ data: settings, 'data.duesHistory[]': duesChange }),
  'GET /api/pembebasan/warga/:userId': board({ '': 'data' }),
  'POST /api/pembebasan': board(proposedNow),
  'POST /api/pembebasan/akhir': board(proposedNow),
  'GET /api/pembebasan/sistem-lama': board({ data: 'rumah bulan jumlah paling_akhir' }),
  'POST /api/pembebasan/sistem-lama': board(proposedNow),
  'GET /api/tarif': { ketua: { 'data[]': 'id sejak huruf_blok jumlah' } },
  'GET /api/tarif/ringkasan': { ketua: { data: 'sejak rumah sebelum sesudah' } },
  'POST /api/tarif': { ketua: changedNow('sejak rumah sebelum sesudah') },
  'GET /api/settings/perubahan': everyone({ 'data[]': 'tanggal oleh perihal sebelum sesudah' }),
  'GET /api/akun-lama': { ketua: { 'data[]': 'id nama blok jenis dihapus_pada' } },
  'POST /api/akun-lama/:id/hapus-data': { ketua: done },
  'GET /api/pengawas': {
    ...board({ 'data[] others': auditor }),
    koordinator_perblok: { 'data[] block': auditor },
    warga: { 'data[] block': auditor },
  },
  'PUT /api/pengawas': { ketua: { '': 'message', 'data[]': auditor } },
  'GET /api/log/checkpoint': everyone({ data: 'asal ukuran kepala catatan saksi' }),
  'POST /api/log/cosign': board({ '': 'message', data: 'ukuran', 'data.saksi[]': 'nama kunci pada' }),
  'GET /api/log/consistency': everyone({ data: 'asal kini dari sampai bukti catatan' }),
  'GET /api/log/restored': everyone({ data: 'asal kunci catatan indeks daun bukti' }),
  'GET /api/log/rotations': everyone({ '': 'data' }), // none in this estate
  'GET /api/log/tile/*': everyone({}),
  'GET /api/log/tile/entries/*': everyone({}),
  'GET /api/log/export': everyone({}),
  'GET /api/log/key': everyone({ data: 'asal kunci', 'data.semua[]': 'asal kunci sejak' }),
  'PUT /api/settings': { ketua: { ...changedNow(settings), 'data.duesHistory[]': duesChange } },

  'GET /api/dashboard/ketua': {
    ketua: {
      data:
        'totalIncome paymentRate totalWarga aduanBulanIni totalAdmin totalKoordinator pembayaranPending persetujuanPending ' +
        'aduanPending totalPost penyimpanan',
      'data.pelanggaran': 'tanggal jumlah',
      'data.pelanggaran.contoh[]': 'aturan tabel id',
      'data.statusPembayaran': 'lunas menunggu ditolak',
      'data.bulanan[]': monthlyDues,
    },
  },
  'GET /api/dashboard/admin': {
    admin: {
      data: 'totalAduan aduanPending aduanSelesai totalPembayaran pembayaranPending persetujuanPending totalIncome',
      'data.bulanan[]': monthlyDues,
    },
  },
  'GET /api/dashboard/koordinator': {
    koordinator_perblok: {
      data:
        'totalWarga totalAduan pembayaranPending aduanPending totalPemasukan totalPengeluaran saldo ' +
        'pemasukanBlok',
    },
  },
  'GET /api/dashboard/warga': {
    warga: {
      data: 'totalIncome totalPembayaran lunas menunggu ditolak statusBulanIni totalAduan persetujuanPending',
      'data.iuran': 'dibebaskan tahun',
      'data.iuran.tunggakan[]': 'tahun bulan jumlah',
      'data.iuran.bulanan[]': 'bulan status jumlah',
      'data.iuran.tarif[]': 'sejak jumlah',
      'data.pembayaranTerbaru[] own': payment,
      'data.aduanTerbaru[] own': `${recent} deskripsi`,
    },
  },
  'GET /api/reports/:year': {
    ...board({ ...report, 'data.aduan.terbaru[] block others': `${recent} nama_user blok` }),
    koordinator_perblok: { ...report, 'data.aduan.terbaru[] own block': `${recent} nama_user blok` },
  },
  'GET /api/reports/export/:year': officers({
    '': 'title',
    'data[]': 'bulan target terkumpul persentase status',
  }),
  'GET /api/reports/export/:year/aduan': officers({
    '': 'title',
    'data[]': `bulan total ${perStatus} infrastruktur keamanan kebersihan lainnya`,
  }),
  'GET /api/backup': {
    ketua: {
      data: 'otomatis terlambat',
      'data.terakhir': 'tanggal nama ukuran totalAkun totalPembayaran totalFile saldo',
    },
  },
  'GET /api/audit': {
    ketua: {
      'data[]': 'id tanggal aksi entitas entitas_id dihapus', // of the system
      'data[] own block others': 'id tanggal user_id nama aksi entitas entitas_id perihal dihapus',
      'data[].sebelum': `${account} jumlah_keluarga pengawas catatan jawaban foto_jawaban bankName duesAmount jumlah`,
      // `password` says 'diubah', see below.
      'data[].sesudah': `${account} jumlah_keluarga pengawas password alasan isi sidik ${payment} ${recordedExpense} admin_id ${otherIncome} ${estateDocument} jawaban foto_jawaban bankName duesAmount sejak huruf_blok rumah payment_id versi kelompok asal_lama ${imported}`,
    },
  },
  'GET /api/audit/uang': {
    ketua: {
      'data[]': 'id tanggal aksi entitas entitas_id dihapus', // of the system
      'data[] own block others': 'id tanggal user_id nama aksi entitas entitas_id perihal dihapus',
      'data[].sebelum': 'bankName catatan duesAmount jumlah status',
      'data[].sesudah': `jenis alasan isi sidik ${payment} ${recordedExpense} admin_id ${otherIncome} bankName duesAmount sejak huruf_blok rumah versi kelompok ${imported}`,
    },
  },
};

const formerLog = 'griya.contoh.id/lama';
let app: TestApp;
let estate: FullEstate;
let recipes: Map<Endpoint, Recipe>;
let personal: Personal[];
let written = 0;
beforeAll(async () => {
  app = await makeApp({}, { beforeWrite: async () => void (written += 1) });
  estate = await fillEstate(app);
  await makeBackup(app.context, join(app.folder, 'backups'));
  await app.given.payment({ of: estate.readers.admin, tahun: 2025, status: 'dikonfirmasi' });
  const { admin } = estate.readers;
  const importLine = async (day: string, year: number, amount: number, opening?: number) => {
    const span = { from: `${day}/${year}`, to: `${day}/${year}`, ...(opening && { opening }) };
    const berkas = fileOf(bcaStatement([{ day, text: 'QRIS SETTLEMENT', amount }], span));
    await admin.call(importStatement, { body: { akun_id: 1 }, files: { berkas } });
  };
  await importLine('15/07', 2026, 90_000);
  await importLine('15/01', 2020, 5_000, 995_000); // in the month to close
  const { warga } = estate.readers;
  await warga.call(getReceipt, { params: { payment_id: estate.facts(warga).confirmed } });
  await checkEstate(app.context);
  await app.context.write('system', (tx) =>
    tx.audit('log.restored', 'log', null, { sesudah: { asal_lama: formerLog } }),
  );
  recipes = new Map(makeRecipes(app).map((recipe) => [recipe.endpoint, recipe]));
  personal = await personalValues();
});
afterAll(() => app.close());

/** Phone numbers, e-mail addresses, names of transfer proofs and numbers of transfers. */
async function personalValues(): Promise<Personal[]> {
  const proofs = await app.context.db
    .selectFrom('payments')
    .select(['user_id', 'bukti_transfer', 'referensi'])
    .execute();
  return estate.people.flatMap((of) => [
    { value: of.no_hp ?? '', of, fields: ['no_hp'] },
    { value: of.email, of, fields: ['email'] },
    ...proofs
      .filter(({ user_id }) => user_id === of.id)
      .flatMap(({ bukti_transfer, referensi }) => [
        { value: bukti_transfer ?? '', of, fields: ['bukti_transfer', 'bukti', 'foto'] },
        ...(referensi ? [{ value: referensi, of, fields: ['referensi'] }] : []),
      ]),
  ]);
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function readersOf({ allow }: Endpoint): Reader[] {
  if (allow === 'public') return ['nobody'];
  return roles.filter((jenis) => allow === 'signed-in' || can({ jenis }, allow));
}

const sorted = (fields: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([path, keys]) => [path, [...new Set(keys.split(' '))].toSorted().join(' ')]),
  );

async function secrets(reader: Person): Promise<string[]> {
  const hashes = await app.context.db.selectFrom('sessions').select('token_hash').execute();
  return [
    '$argon2',
    'password_hash',
    ...hashes.map(({ token_hash }) => token_hash),
    ...estate.people.filter(({ id }) => id !== reader.id).map(({ token }) => token),
  ];
}

test('the table has every call, and for each exactly the roles that may make it', () => {
  const expected = Object.fromEntries(
    endpoints.map((endpoint) => [nameOf(endpoint), readersOf(endpoint).toSorted()]),
  );
  const written = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, Object.keys(row).toSorted()]),
  );
  expect(written).toEqual(expected);
});

async function expectOnlyTheTable(endpoint: Endpoint, role: Reader, reader: Person, input: object) {
  const caller = role === 'nobody' ? app.as.nobody : reader;
  const { status, body } = await caller.call(endpoint, input);
  if (endpoint.text || endpoint.bytes) return expect(status).toBe(200);
  expect([status, body.status]).toEqual([endpoint.creates ? 201 : 200, 'success']);
  const { status: _, nextCursor: __, ...answer } = body as Record<string, unknown>;
  expect(fieldsOf(answer, reader, estate.people)).toEqual(sorted(table[nameOf(endpoint)]?.[role]));
  expect(strays(answer, reader, estate.people, personal)).toEqual([]);
  const text = JSON.stringify(answer);
  expect((await secrets(reader)).filter((secret) => text.includes(secret))).toEqual([]);
}

const cases = endpoints.flatMap((endpoint) =>
  readersOf(endpoint).map((role) => ({ endpoint, name: nameOf(endpoint), role })),
);

/** A month in which everybody has rejected and recorded payments, and records of a neighbour. */
function readingInput({ path }: Endpoint, reader: Person): object {
  const facts = estate.facts(estate.neighbourOf(reader));
  const ids: Record<string, number> = { posts: facts.post, 'mutasi-bank': 1 };
  const id = ids[path.split('/')[2] ?? ''] ?? estate.facts(reader).complaint;
  const payment_id = estate.facts(reader).confirmed;
  const queries: Record<string, object> = {
    [payments.listMonthPayments.path]: { include: 'unpaid' },
    [getConsistency.path]: { dari: 1 },
    [getRestoredLog.path]: { asal: formerLog },
    [listRotations.path]: { ukuran: 0 },
    [getRound.path]: { blok: 'A' },
    [summarizeRate.path]: { jumlah: 100_000 },
    [summarizeOldMonths.path]: { sebelum: '2026-07' },
    [getLpj.path]: { dari: '2019-12', sampai: '2026-07' },
  };
  const query = queries[path] ?? {};
  const tiles: Record<string, string> = { [getTile.path]: '0/000.p/1', [getEntries.path]: '000.p/1' };
  return { params: { year: 2026, month: 4, userId: reader.id, id, payment_id, '*': tiles[path] }, query };
}

function isAboutOthers({ allow }: Endpoint, { jenis }: Person): boolean {
  return allow !== 'public' && allow !== 'signed-in' && ['all', 'block'].includes(reachOf({ jenis }, allow));
}

// Readers keep their accounts; writers use new ones, so that the expected data do not change.
describe('reading', () => {
  const reads = cases.filter(({ endpoint }) => endpoint.method === 'GET');
  test.each(reads)('$name returns to $role exactly the listed fields', async ({ endpoint, role }) => {
    const reader = estate.readers[role === 'nobody' ? 'warga' : role];
    await expectOnlyTheTable(endpoint, role, reader, readingInput(endpoint, reader));
  });

  test('writes nothing for its caller, but for the number of a receipt', async () => {
    const writing = new Set<Endpoint>();
    for (const { endpoint, role } of reads) {
      const reader = estate.readers[role === 'nobody' ? 'warga' : role];
      const before = written;
      await (role === 'nobody' ? app.as.nobody : reader).call(endpoint, readingInput(endpoint, reader));
      if (written > before) writing.add(endpoint);
    }
    expect([...writing].filter((endpoint) => endpoint !== getReceipt)).toEqual([]);
  });

  test('the audit log records that a password changed, not its value', async () => {
    const rows = await app.context.db.selectFrom('audit').select(['sebelum', 'sesudah']).execute();
    const passwords = rows
      .flatMap(({ sebelum, sesudah }) => [sebelum, sesudah])
      .flatMap((json) => JSON.parse(json ?? '{}').password ?? []);
    expect(passwords).toEqual(['diubah']);
  });
});

describe('changing', () => {
  const changes = cases.filter(({ endpoint }) => endpoint.method !== 'GET');
  test.each(changes)('$name returns to $role exactly the listed fields', async ({ endpoint, role }) => {
    const reader = await estate.newcomer(role === 'nobody' ? 'warga' : role);
    const owner = isAboutOthers(endpoint, reader) ? await estate.newcomer('warga') : reader;
    const cooked = await recipes.get(endpoint)?.cook(owner, reader);
    await expectOnlyTheTable(endpoint, role, reader, cooked?.input ?? {});
  });
});

describe('a refusal', () => {
  test.each(roles)('of a forbidden request of %s contains only the reason', async (role) => {
    const reader = estate.readers[role];
    const forbidden = endpoints.filter(
      (endpoint) => !readersOf(endpoint).includes(role) && endpoint.allow !== 'public',
    );
    expect(forbidden.length).toBeGreaterThan(0);
    for (const endpoint of forbidden) {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/:(\w+)|\*/g)].map(([star, name = star]) => [name, 1]),
      );
      const { status, refusal } = await reader.call(endpoint, { params });
      expect([nameOf(endpoint), status, Object.keys(refusal).toSorted()]).toEqual([
        nameOf(endpoint),
        403,
        ['code', 'message', 'status'],
      ]);
    }
  });

  const shown = (fields: string) => sorted({ '': 'code message', data: fields });
  const fieldsOfRefusal = (
    { refusal: { status: _, ...rest } }: { refusal: object & { status: string } },
    reader: Person,
  ) => fieldsOf(rest, reader, estate.people);

  test('of a second payment for a month returns the first to its payer', async () => {
    const { warga } = estate.readers;
    const answer = await warga.call(payments.uploadPaymentWarga, {
      body: { tahun: 2026, bulan: 5 },
      files: { bukti_transfer: await photo() },
    });
    expect(answer.status).toBe(409);
    expect(fieldsOfRefusal(answer, warga)).toEqual(shown(`${payment} ${group}`));
  });

  test('of deleting a confirmed payment returns it to its payer', async () => {
    const { warga } = estate.readers;
    const params = { id: estate.facts(warga).confirmed };
    const answer = await warga.call(payments.deletePaymentWarga, { params });
    expect(answer.status).toBe(409);
    expect(fieldsOfRefusal(answer, warga)).toEqual(shown(`${payment} ${group}`));
  });

  test('of a reviewed or duplicate payment returns to staff the fields of their lists', async () => {
    const { koordinator_perblok, warga } = estate.readers;
    const decided = await koordinator_perblok.call(payments.reviewPayment, {
      params: { id: estate.facts(warga).confirmed },
      body: { status: 'ditolak' },
    });
    const paid = await koordinator_perblok.call(payments.recordPayment, {
      body: { user_id: warga.id, tahun: 2026, bulan: 5, jumlah: 1_000 },
      files: { bukti_transfer: await photo() },
    });
    for (const answer of [decided, paid]) {
      expect(answer.status).toBe(409);
      expect(fieldsOfRefusal(answer, koordinator_perblok)).toEqual(shown(`${staffPayment} ${related}`));
    }
  });
});
