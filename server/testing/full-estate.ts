/**
 * An estate without empty fields, so that tests can detect every field that leaves the server: each role has
 * a house and a neighbour, and every person has payments in all states, a complaint with photos, answer and
 * comments, and a post with photo, like and comment. All texts of a person contain their name.
 */
import { type Approval, decideApproval } from '../../contract/approvals.ts';
import { nameAuditors } from '../../contract/auditors.ts';
import { setOpeningBalance } from '../../contract/book.ts';
import { answerComplaint, commentComplaint, createComplaint } from '../../contract/complaints.ts';
import { uploadDocument } from '../../contract/documents.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { addExpense } from '../../contract/expenses.ts';
import { addIncome } from '../../contract/income.ts';
import { changeAccount, createAccount, deleteAccount } from '../../contract/officers.ts';
import { recordPayment, reviewPayment, uploadPayment, uploadPaymentWarga } from '../../contract/payments.ts';
import { blockLetter, type Role, roles } from '../../contract/people.ts';
import { commentPost, createPost, likePost } from '../../contract/posts.ts';
import { setRate } from '../../contract/rates.ts';
import { changeSettings } from '../../contract/settings.ts';
import type { TestApp } from './app.ts';
import type { Response } from './call.ts';
import { proposeNextMonth } from './closed-month.ts';
import { type Person, type PersonOptions, password } from './people.ts';
import { photo } from './pictures.ts';

export interface FullEstate {
  readers: Record<Role, Person>;
  people: readonly Person[];
  neighbourOf(person: Person): Person;
  /** A new person without records, in the block of the reader of this role. */
  newcomer(jenis: Role): Promise<Person>;
  facts(person: Person): Facts;
}

/** Ids of a person's records. Payments: July 2026 waiting, May confirmed, April rejected and recorded again. */
export interface Facts {
  waiting: number;
  confirmed: number;
  complaint: number;
  post: number;
}

const letters: Record<Role, string> = { ketua: 'C', admin: 'D', koordinator_perblok: 'A', warga: 'A' };
const names: Record<Role, string> = {
  ketua: 'Kartika',
  admin: 'Aditya',
  koordinator_perblok: 'Joko',
  warga: 'Siti',
};
const neighbours = { A: 'Tono', C: 'Budi', D: 'Dewi' };

const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const document = () => new File([pdf], 'Tata Tertib.pdf', { type: 'application/pdf' });

function succeeded<E extends Endpoint>(response: Response<E>): Response<E>['body'] {
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

export async function fillEstate(app: TestApp): Promise<FullEstate> {
  const everybody: Person[] = [];
  const join = async (jenis: Role, options: PersonOptions) => {
    const person = await app.as.person(jenis, options);
    const picture = Buffer.from('potret');
    const file = await app.context.files.storePortrait({ full: picture, thumbnail: picture });
    const extra = { foto_profile: 'data:image/jpeg;base64,AAAA', potret: file.nama, jumlah_keluarga: 4 };
    await app.context.write(
      'system',
      async (tx) => {
        await tx.db.updateTable('users').set(extra).where('id', '=', person.id).execute();
        const { jumlah_keluarga } = extra;
        await tx.audit('account.noted', 'users', person.id, { sesudah: { jumlah_keluarga } });
      },
      [file],
    );
    return person;
  };
  const joined = async (jenis: Role, nama: string, blok: string) => {
    const person = await join(jenis, { nama, blok });
    everybody.push(person);
    return person;
  };
  const entries: [Role, Person][] = [];
  for (const [index, jenis] of roles.entries())
    entries.push([jenis, await joined(jenis, names[jenis], `${letters[jenis]}${index + 1}-1`)]);
  const readers = Object.fromEntries(entries) as Record<Role, Person>;
  const residents: Person[] = [];
  for (const [letter, nama] of Object.entries(neighbours))
    residents.push(await joined('warga', nama, `${letter}9-1`));

  const facts = new Map<Person, Facts>();
  for (const person of everybody) facts.set(person, await fill(person, readers));
  await keepBooks(readers, residents[0] ?? readers.warga);
  await proposeNextMonth(app.context, readers.admin);
  let count = 0;
  return {
    readers,
    people: everybody,
    neighbourOf: (person) => {
      const letter = blockLetter(person.blok);
      const found = everybody.find(
        ({ nama, blok }) => Object.values(neighbours).includes(nama) && blockLetter(blok) === letter,
      );
      if (!found) throw new Error(`${person.nama} has no neighbour`);
      return found;
    },
    newcomer: async (jenis) => {
      count += 1;
      return await join(jenis, { nama: `Pendatang ${count}`, blok: `${letters[jenis]}${100 + count}` });
    },
    facts: (person) => {
      const own = facts.get(person);
      if (!own) throw new Error(`${person.nama} owns nothing`);
      return own;
    },
  };
}

const staffFor = (person: Person, { ketua, admin }: FullEstate['readers']) =>
  person === admin ? ketua : admin;

async function fill(person: Person, readers: FullEstate['readers']): Promise<Facts> {
  const { nama } = person;
  const staff = staffFor(person, readers);
  const upload = person.jenis === 'warga' ? uploadPaymentWarga : uploadPayment;
  const pay = async (bulan: number) => {
    const files = { bukti_transfer: await photo() };
    const referensi = `TRF-${bulan}-${10_000 + person.id}`;
    return succeeded(await person.call(upload, { body: { tahun: 2026, bulan, referensi }, files })).id;
  };
  const decide = async (id: number, status: 'dikonfirmasi' | 'ditolak') =>
    succeeded(await staff.call(reviewPayment, { params: { id }, body: { status, catatan: 'Diperiksa' } }));
  const [waiting, confirmed] = [await pay(7), await pay(5)];
  await decide(await pay(4), 'ditolak');
  await decide(confirmed, 'dikonfirmasi');
  const received = { user_id: person.id, tahun: 2026, bulan: 4, jumlah: 90_000, keterangan: 'Tunai' };
  succeeded(await staff.call(recordPayment, { body: received, files: { bukti_transfer: await photo() } }));

  const reported = {
    judul: `Lampu ${nama}`,
    kategori: 'keamanan',
    deskripsi: `Gelap, kata ${nama}`,
  } as const;
  const complaint = succeeded(
    await person.call(createComplaint, { body: reported, files: { foto: await photo() } }),
  ).id;
  const answer = {
    body: { status: 'proses', jawaban: 'Segera.' },
    files: { foto_jawaban: await photo() },
  } as const;
  succeeded(await staff.call(answerComplaint, { params: { id: complaint }, ...answer }));
  const comment = { komentar: 'Dicatat.' };
  succeeded(await staff.call(commentComplaint, { params: { id: complaint }, body: comment }));

  const written = { body: { konten: `Kabar dari ${nama}` }, files: { foto: await photo() } };
  const post = succeeded(await person.call(createPost, written)).id;
  for (const reader of [person, staff]) {
    succeeded(await reader.call(likePost, { params: { id: post } }));
    succeeded(await reader.call(commentPost, { params: { id: post }, body: comment }));
  }
  return { waiting, confirmed, complaint, post };
}

async function keepBooks({ ketua, admin }: FullEstate['readers'], auditor: Person): Promise<void> {
  for (const by of [ketua, admin]) {
    const spent = { tahun: 2026, bulan: 7, jumlah: 50_000, judul: 'Sapu', tanggal_digunakan: '2026-07-10' };
    const body = { ...spent, deskripsi: 'Untuk taman' };
    succeeded(await by.call(addExpense, { body, files: { foto: await photo() } }));
    const unproved = { tanpa_bukti: '1', saksi: 'Pak Satpam', kategori: 'kebersihan' } as const;
    const rags = { ...spent, judul: 'Lap', deskripsi: 'Dari pedagang keliling', ...unproved };
    succeeded(await by.call(addExpense, { body: rags, files: {} }));
    const metadata = { judul: 'Tata Tertib', deskripsi: 'Berlaku umum' };
    succeeded(await by.call(uploadDocument, { body: metadata, files: { file: document() } }));
  }
  succeeded(
    await ketua.call(changeSettings, { body: { bankName: 'Bank Guyub', duesAmount: 110_000, password } }),
  );
  succeeded(await ketua.call(setRate, { body: { huruf_blok: 'A', jumlah: 110_000, password } }));
  const account = { nama: 'Rini', email: 'rini@contoh.id', no_hp: '081299990000', blok: 'E1' };
  const created = { ...account, jenis: 'koordinator_perblok', password: 'mangga-muda-7' } as const;
  const params = { id: succeeded(await ketua.call(createAccount, { body: created })).id };
  succeeded(await ketua.call(changeAccount, { params, body: { password: 'mangga-muda-8' } }));
  succeeded(await ketua.call(deleteAccount, { params }));
  const rent = { judul: 'Sewa balai', kategori: 'sewa', tanggal: '2026-07-02', jumlah: 200_000 };
  succeeded(await admin.call(addIncome, { body: rent, files: { bukti: await photo() } }));
  succeeded(await ketua.call(nameAuditors, { body: { user_ids: [auditor.id], password } }));
  const opening = { jumlah: 1_000_000, tanggal: '2026-01-01' };
  const { data } = succeeded(await admin.call(setOpeningBalance, { body: opening }));
  const { id, sidik } = data.persetujuan as Approval;
  const refusal = { keputusan: 'tolak', sidik, alasan: 'Belum dicocokkan' } as const;
  succeeded(await ketua.call(decideApproval, { params: { id }, body: refusal }));
}
