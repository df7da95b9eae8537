/** Records beside payments for the load test: complaints, posts, expenses and documents. */
import * as complaints from '../../contract/complaints.ts';
import * as documents from '../../contract/documents.ts';
import * as expenses from '../../contract/expenses.ts';
import { dateIn, defaultTimeZone } from '../../contract/format.ts';
import * as posts from '../../contract/posts.ts';
import type { Response } from './call.ts';
import type { Person } from './people.ts';
import { photo } from './pictures.ts';

export const recordTables = ['complaints', 'posts', 'expenses', 'documents'] as const;
export type RecordTable = (typeof recordTables)[number];

export interface KnownRecord {
  table: RecordTable;
  id: number;
  owner: Person;
  /** `tried`: sent, outcome unknown. */
  removal: 'none' | 'tried' | 'acknowledged';
}

interface Kind {
  official: boolean;
  keep(owner: Person): Promise<Response & { body: { id: number } }>;
  remove(owner: Person, id: number): Promise<Response>;
}

export const recordKinds: Record<RecordTable, Kind> = {
  complaints: {
    official: false,
    keep: async (owner) =>
      owner.call(complaints.createComplaint, {
        body: { judul: 'Lampu mati', kategori: 'infrastruktur', deskripsi: 'Sejak kemarin' },
        files: { foto: await photo() },
      }),
    remove: (owner, id) => owner.call(complaints.deleteComplaint, { params: { id } }),
  },
  posts: {
    official: false,
    keep: async (owner) =>
      owner.call(posts.createPost, { body: { konten: 'Kerja bakti' }, files: { foto: await photo() } }),
    remove: (owner, id) => owner.call(posts.deletePost, { params: { id } }),
  },
  expenses: {
    official: true,
    keep: async (owner) => {
      const tahun = new Date().getFullYear();
      const foto = await photo();
      const add = (tanggal_digunakan: string) =>
        owner.call(expenses.addExpense, {
          body: { tahun, bulan: 1, jumlah: 1_000, tanggal_digunakan, judul: 'Lampu', deskripsi: 'Gang A' },
          files: { foto },
        });
      // Deleted at once only in its own month; the clock of the estate may be behind the real one.
      const answer = await add(dateIn(defaultTimeZone, new Date()));
      return answer.status === 422 ? await add(`${tahun}-01-02`) : answer;
    },
    remove: (owner, id) => owner.call(expenses.deleteExpense, { params: { id } }),
  },
  documents: {
    official: true,
    keep: (owner) =>
      owner.call(documents.uploadDocument, {
        body: { judul: 'Notulen' },
        files: { file: new File(['%PDF-1.7\n%%EOF'], 'notulen.pdf') },
      }),
    remove: (owner, id) => owner.call(documents.deleteDocument, { params: { id } }),
  },
};
