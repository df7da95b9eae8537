/** Accounts (`akun`: where money lies) and funds (`dana`: what it is for), and transfers between them. */
import * as z from 'zod/mini';
import { accountKinds } from './cash-book.ts';
import { changed, created, endpoint, idParams, list } from './endpoint.ts';
import { amount, calendarDate, name, oneOf, optionalText, personId } from './fields.ts';

export const accountKindLabels: Record<(typeof accountKinds)[number], string> = {
  kas: 'Kas tunai',
  bank: 'Rekening bank',
  dompet: 'Dompet digital',
  koordinator: 'Kas koordinator',
};

/** Accounts that an estate may have, and funds; also those that are no longer in use. */
export const maxPlaces = 50;

/** `saldo` in rupiah. */
export const MoneyAccount = z.object({
  id: z.number(),
  nama: z.string(),
  jenis: z.enum(accountKinds),
  aktif: z.boolean(),
  /** In the hands of a coordinator; only rounds and hand-overs book here. */
  dipegang: z.boolean(),
  saldo: z.number(),
});
export type MoneyAccount = z.output<typeof MoneyAccount>;

/** A restricted fund (`terikat`) never goes below zero. `saldo` in rupiah. */
export const Fund = z.object({
  id: z.number(),
  nama: z.string(),
  terikat: z.boolean(),
  aktif: z.boolean(),
  saldo: z.number(),
});
export type Fund = z.output<typeof Fund>;

/** What lies in one account for one fund, in rupiah; pairs without entries are left out. */
export const PlaceBalance = z.object({ akun_id: z.number(), dana_id: z.number(), saldo: z.number() });
export type PlaceBalance = z.output<typeof PlaceBalance>;

/** Where money is booked; the first active account and fund unless it is said. */
export const placeFields = {
  akun_id: z.optional(personId('Rekening')),
  dana_id: z.optional(personId('Dana')),
};

/** The open bank line that money is entered from: it is marked in the same transaction, so that nobody enters it twice. */
export const ofLine = { mutasi_id: z.optional(personId('Mutasi')) };

/** Names of an account and a fund in a form: where money is booked, or moves from and to. */
export const placeNames = {
  booked: { account: 'akun_id', fund: 'dana_id' },
  from: { account: 'dari_akun', fund: 'dari_dana' },
  to: { account: 'ke_akun', fund: 'ke_dana' },
} as const;

const yesOrNo = (label: string) => z.boolean(`${label} harus berupa ya atau tidak`);
const accountName = name('Nama', 60);
const accountKind = oneOf('Jenis', accountKinds);

export const listMoneyAccounts = endpoint('GET', '/api/kas/akun', {
  allow: 'cash-book.read',
  summary: 'Accounts in which money lies, with their balances',
  returns: list(MoneyAccount),
});
export const addMoneyAccount = endpoint('POST', '/api/kas/akun', {
  allow: 'book.write',
  summary: 'Add an account: cash, a bank account, an e-wallet, the cash of a coordinator',
  body: z.object({ nama: accountName, jenis: accountKind }),
  returns: created(MoneyAccount),
  creates: 'accountAdded',
});
export const changeMoneyAccount = endpoint('PUT', '/api/kas/akun/:id', {
  allow: 'book.write',
  summary: 'Rename an account, or take it out of use: only without money, and never the last one',
  params: idParams,
  body: z.object({
    nama: z.optional(accountName),
    jenis: z.optional(accountKind),
    aktif: z.optional(yesOrNo('Aktif')),
  }),
  returns: changed(MoneyAccount),
});
export const listFunds = endpoint('GET', '/api/kas/dana', {
  allow: 'cash-book.read',
  summary: 'Funds for which money is kept, with their balances',
  returns: list(Fund),
});
export const addFund = endpoint('POST', '/api/kas/dana', {
  allow: 'book.write',
  summary: 'Add a fund; a restricted one (`terikat`) never goes below zero',
  body: z.object({ nama: accountName, terikat: yesOrNo('Terikat') }),
  returns: created(Fund),
  creates: 'fundAdded',
});
export const changeFund = endpoint('PUT', '/api/kas/dana/:id', {
  allow: 'book.write',
  summary: 'Rename or restrict a fund, or take it out of use: only without money, and never the last one',
  params: idParams,
  body: z.object({
    nama: z.optional(accountName),
    terikat: z.optional(yesOrNo('Terikat')),
    aktif: z.optional(yesOrNo('Aktif')),
  }),
  returns: changed(Fund),
});
export const listPlaceBalances = endpoint('GET', '/api/kas/saldo', {
  allow: 'cash-book.read',
  summary: 'Balance of each account and fund together',
  returns: list(PlaceBalance),
});

/** `id` is the entry that takes from one place, `pasangan` the one that gives to the other. */
const Transfer = z.object({ id: z.number(), pasangan: z.number() });

export const transferMoney = endpoint('POST', '/api/kas/pindah', {
  allow: 'book.write',
  summary: 'Move money between accounts or funds: two entries that sum to zero, neither income nor spending',
  body: z.object({
    dari_akun: personId('Rekening asal'),
    dari_dana: personId('Dana asal'),
    ke_akun: personId('Rekening tujuan'),
    ke_dana: personId('Dana tujuan'),
    jumlah: amount,
    tanggal: calendarDate('Tanggal'),
    keterangan: optionalText('Keterangan', 200),
  }),
  returns: created(Transfer),
  creates: 'moneyTransferred',
});

export const placeAudit = {
  subjects: { accounts: 'Rekening', funds: 'Dana' },
  actions: {
    'place.added': 'Menambah rekening atau dana',
    'place.changed': 'Mengubah rekening atau dana',
    'entry.transferred': 'Memindahkan uang',
  },
} as const;
