/** `as.warga('A1-1')` signs in and creates the person on first use; `given.payment({…})` inserts. */
import type { CallInput, Endpoint } from '../../contract/endpoint.ts';
import { dateIn, monthOf } from '../../contract/format.ts';
import type { PaymentStatus } from '../../contract/payments.ts';
import { type Actor, blockSortKey, type Role } from '../../contract/people.ts';
import { recordDebtorChange } from '../areas/accounts/debtor-queries.ts';
import { insertSession } from '../areas/auth/queries.ts';
import { hashToken, newToken } from '../areas/auth/session-tokens.ts';
import { book } from '../areas/book/book-entry.ts';
import { bookDues } from '../areas/payments/book-dues.ts';
import type { Context } from '../context.ts';
import { insertRow } from '../database/insert-row.ts';
import { auditedColumns } from '../database/note-state.ts';
import { fingerprintOfPassword } from '../database/password-fingerprint.ts';
import { storePicture } from '../http/files/files.ts';
import { call, type Response } from './call.ts';
import { pictures } from './pictures.ts';

/** argon2id hash of `rahasia1` with the least memory and time, which tests do not have to wait for. */
export const password = 'rahasia1';
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$U223pM85wlXtksuyEupxAg$P/5E/xRZ9OZR+WGQihaZ5Hje/UxNtDBEriZhsWrCxS0';

export interface Person {
  id: number;
  nama: string;
  email: string;
  no_hp: string | null;
  blok: string | null;
  jenis: Role;
  token: string;
  sessionId: number;
  actor: Actor;
  call<E extends Endpoint>(
    endpoint: E,
    ...input: Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
  ): Promise<Response<E>>;
}

export interface PersonOptions {
  nama?: string;
  email?: string;
  no_hp?: string | null;
  blok?: string | null;
  status?: 'active' | 'inactive';
  created_at?: string;
  pengawas?: boolean;
}

export interface People {
  as: {
    ketua(name?: string): Promise<Person>;
    admin(name?: string): Promise<Person>;
    koordinator(letter?: string): Promise<Person>;
    warga(blok?: string, options?: PersonOptions): Promise<Person>;
    person(jenis: Role, options: PersonOptions): Promise<Person>;
    nobody: Pick<Person, 'call'>;
  };
  given: {
    payment(options: {
      of: Person;
      tahun?: number;
      bulan?: number;
      jumlah?: number;
      status?: PaymentStatus;
      proof?: string;
    }): Promise<number>;
    expense(options: { by: Person; jumlah?: number; judul?: string; tanggal?: string }): Promise<number>;
  };
  people: readonly Person[];
}

export const callsTo =
  (url: string, token: string | null, key?: string): Person['call'] =>
  (endpoint, ...input) =>
    call(url, token, endpoint, (input[0] ?? {}) as CallInput<typeof endpoint>, key);

/** @param former people of the estate of which this one is a copy: they call this server from now on */
export function makePeople(context: Context, url: string, former: readonly Person[] = []): People {
  const known = new Map<string, Promise<Person>>();
  const people = [...former];
  for (const person of people) person.call = callsTo(url, person.token);
  let count = people.length;

  const create = async (jenis: Role, options: PersonOptions): Promise<Person> => {
    count += 1;
    const nama = options.nama ?? `${jenis} ${count}`;
    const email = options.email ?? `${jenis}.${count}@contoh.id`;
    const no_hp = options.no_hp === undefined ? `0812${String(10_000_000 + count)}` : options.no_hp;
    const blok = options.blok ?? null;
    const token = newToken();
    const created_at = options.created_at ?? '2024-01-01T00:00:00.000Z';
    const { id, sessionId } = await context.write('system', async (tx) => {
      const user = await tx.db
        .insertInto('users')
        .values({
          nama,
          email,
          no_hp,
          blok,
          urutan_blok: blockSortKey(blok),
          jenis,
          status: options.status ?? 'active',
          password_hash: passwordHash,
          pengawas: options.pengawas ? 1 : 0,
          created_at,
        })
        .returning([...auditedColumns])
        .executeTakeFirstOrThrow();
      await tx.audit('account.noted', 'users', user.id, {
        sesudah: { ...user, sidik_password: fingerprintOfPassword(passwordHash) },
      });
      await recordDebtorChange(tx, user.id, created_at);
      const session = { user_id: user.id, token_hash: hashToken(token), perangkat: 'Tes' };
      return { id: user.id, sessionId: await insertSession(tx, context.signer, session) };
    });
    const pengawas = options.pengawas ?? false;
    const actor: Actor = { id, nama, jenis, blok, pengawas, sessionId };
    const person = { ...actor, sessionId, email, no_hp, token, actor, call: callsTo(url, token) };
    people.push(person);
    return person;
  };
  const once = (key: string, make: () => Promise<Person>) => {
    const person = known.get(key) ?? make();
    known.set(key, person);
    return person;
  };

  return {
    people,
    as: {
      ketua: (name = 'Ketua') => once(`ketua ${name}`, () => create('ketua', { nama: name })),
      admin: (name = 'Admin') => once(`admin ${name}`, () => create('admin', { nama: name })),
      koordinator: (letter = 'A') =>
        once(`koordinator ${letter}`, () =>
          create('koordinator_perblok', { nama: `Koordinator ${letter}`, blok: `${letter}9-9` }),
        ),
      warga: (blok = 'A1-1', options = {}) =>
        once(`warga ${blok}`, () => create('warga', { nama: `Warga ${blok}`, blok, ...options })),
      person: create,
      nobody: { call: callsTo(url, null) },
    },
    given: {
      payment: async ({
        of,
        tahun = 2026,
        bulan = 7,
        jumlah = 100_000,
        status = 'menunggu_konfirmasi',
        proof,
      }) => {
        const nama = proof ?? (await storeProof(context));
        return await context.write('system', async (tx) => {
          const decided = status === 'menunggu_konfirmasi' ? null : tx.now;
          const tanggal_kas =
            status === 'dikonfirmasi' ? dateIn(context.config.timeZone, new Date(tx.now)) : null;
          const id = await insertRow(tx, 'payments', {
            user_id: of.id,
            tahun,
            bulan,
            jumlah,
            status,
            bukti_transfer: nama,
            tanggal_upload: tx.now,
            tanggal_konfirmasi: decided,
            tanggal_kas,
          });
          if (tanggal_kas)
            await bookDues(tx, { ...of, id, tahun, bulan, jumlah }, { on: tanggal_kas, by: null });
          return id;
        });
      },
      expense: async ({ by, jumlah = 50_000, judul = 'Lampu jalan', tanggal = '2026-07-10' }) =>
        await context.write('system', async (tx) => {
          const id = await insertRow(tx, 'expenses', {
            ...monthOf(tanggal),
            jumlah,
            judul,
            deskripsi: judul,
            tanggal_digunakan: tanggal,
            tanggal_dibuat: tx.now,
            admin_id: by.id,
          });
          await book(tx, {
            tanggal,
            jumlah: -jumlah,
            jenis: 'pengeluaran',
            kategori: 'lain-lain',
            keterangan: judul,
            expense_id: id,
            by: by.id,
          });
          return id;
        }),
    },
  };
}

async function storeProof(context: Context): Promise<string> {
  const stored = await storePicture(
    context.storage,
    { full: await pictures.jpeg(), thumbnail: await pictures.jpeg() },
    'proof',
  );
  await context.write('system', async () => {}, [stored]);
  return stored.nama;
}
