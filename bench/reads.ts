/** All read requests that screens send, and unpaged ones, for each role. */
import type { Endpoint } from '../contract/endpoint.ts';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { type Role, roles } from '../contract/people.ts';
import { can } from '../contract/policy.ts';
import { endpoints } from '../server/areas.ts';
import type { Reader, Sizes } from './large-estate.ts';

export interface Read {
  name: string;
  path: string;
  token: string;
  /** Unpaged list or file, which no screen requests before it shows something. */
  isWhole: boolean;
}

const { tahun, bulan } = monthIn(defaultTimeZone, new Date());

const filters: Record<string, string[]> = {
  '/api/admin/payments': ['status=ditolak', 'status=menunggu_konfirmasi', 'blok=P'],
  '/api/admin/payments/:year/:month': [
    'include=unpaid',
    'include=unpaid&status=menunggu_konfirmasi',
    'include=unpaid&status=belum_bayar',
    'status=menunggu_konfirmasi',
    'include=unpaid&blok=P',
  ],
  '/api/warga': ['q=budi', 'q=tidak%20ada', 'blok=P', 'status=inactive'],
  '/api/users': ['q=budi', 'q=tidak%20ada', 'jenis=warga', 'jenis=admin'],
  '/api/aduan': ['q=rapat', 'q=tidak%20ada', 'status=pending', 'blok=P', 'kategori=keamanan'],
  '/api/dokumen': ['q=surat', 'q=tidak%20ada', 'kategori=Umum'],
  '/api/audit': ['entitas=payments', 'entitas=settings', 'user_id=2', 'user_id=5', 'user_id=2&entitas=users'],
  '/api/buku-kas/:year': [`dari=${tahun}-01-01&sampai=${tahun}-01-31`],
  '/api/reports/:year': ['blok=P'],
};

const unasked = ['/api/warga/blok'];

export async function readsOf(url: string, readers: Record<Role, Reader>, sizes: Sizes): Promise<Read[]> {
  const reads: Read[] = [];
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    for (const role of roles.filter((jenis) => mayCall(endpoint, jenis))) {
      const { id, token } = readers[role];
      const path = fill(endpoint.path, id, sizes);
      const add = (query: string, isWhole: boolean) =>
        reads.push({ name: `${endpoint.path}${query} · ${role}`, path: path + query, token, isWhole });
      const hasPages = 'limit' in (endpoint.query?.shape ?? {});
      add('', hasPages || endpoint.exports !== undefined || unasked.includes(endpoint.path));
      for (const filter of filters[endpoint.path] ?? [])
        add(`?${filter}${hasPages ? '&limit=50' : ''}`, false);
      if (endpoint.exports) for (const format of ['csv', 'xlsx']) add(`?format=${format}`, true);
      if (!hasPages) continue;
      add('?limit=50', false);
      const cursor = await middleOf(`${url}${path}?limit=50`, token, middleHouse(role, sizes));
      if (cursor) {
        const query = `?limit=50&cursor=${cursor}`;
        reads.push({
          name: `${endpoint.path}?limit=50&cursor=… · ${role}`,
          path: path + query,
          token,
          isWhole: false,
        });
      }
    }
  }
  return reads;
}

const mayCall = ({ allow }: Endpoint, jenis: Role) =>
  allow === 'signed-in' || allow === 'public' || can({ jenis }, allow);

const fill = (path: string, userId: number, { posts, residents }: Sizes) =>
  path
    .replace(':year', String(tahun))
    .replace(':month', String(bulan))
    .replace(':userId', String(userId))
    .replace('posts/:id', `posts/${posts / 2}`)
    .replace('aduan/:id', `aduan/${residents}`);

function middleHouse(role: Role, { residents }: Sizes): string {
  const half = Math.ceil(Math.min(900, residents / 16) / 2);
  return role === 'koordinator_perblok' ? `A${String(half).padStart(3, '0')}` : 'H450';
}

/**
 * Cursor in the middle of a list: the first page's cursor with halved numbers, and replaced dates and houses.
 */
async function middleOf(url: string, token: string, house: string): Promise<string | undefined> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { nextCursor } = (await response.json()) as { nextCursor: string | null };
  if (!nextCursor) return undefined;
  const [name, ...key] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as (string | number)[];
  const middle = key.map((part) => {
    if (typeof part === 'number') return Math.ceil(part / 2);
    if (/^\d{4}-/.test(part)) return `${tahun}-06-15`;
    return part.replace(/^A\d{3}/, house);
  });
  return Buffer.from(JSON.stringify([name, ...middle])).toString('base64url');
}
