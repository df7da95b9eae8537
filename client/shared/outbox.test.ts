import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createComplaint } from '../../contract/complaints.ts';
import { keyHeader } from '../../contract/endpoint.ts';
import { failures } from '../../contract/messages.ts';
import { collectDues } from '../../contract/rounds.ts';
import {
  enqueue,
  forgetAnswered,
  type Outcome,
  onOutcome,
  outbox,
  removeAll,
  sendWaiting,
  undo,
  undoTime,
  waitingFor,
} from './outbox.ts';

const siti = { id: 7, jenis: 'warga' };
const day = 24 * 60 * 60 * 1_000;

type Answer = { status: number; body: object } | 'nothing';
const sent: Answer = { status: 201, body: { status: 'success', message: 'Aduan berhasil ditambahkan' } };
const refused = (status: number, code: string): Answer => ({
  status,
  body: { status: 'error', code, message: `Ditolak: ${code}` },
});

/** Requests received, and responses by title; other requests succeed. */
let calls: { title: string; key: string | undefined }[];
let answers: Record<string, Answer>;

/** The parts of XMLHttpRequest that the outbox uses. */
class FakeUpload {
  upload = {};
  status = 0;
  response: unknown = null;
  #headers: Record<string, string> = {};
  declare onload: () => void;
  declare onerror: () => void;
  declare onloadend: () => void;
  open() {}
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader = () => null;
  send(form: FormData) {
    const title = String(form.get('judul'));
    calls.push({ title, key: this.#headers[keyHeader] });
    const answer = answers[title] ?? sent;
    if (answer === 'nothing') this.onerror();
    else {
      Object.assign(this, { status: answer.status, response: answer.body });
      this.onload();
    }
    this.onloadend();
  }
}

const storage = new Map<string, string>();
const signIn = (user: object | null) => {
  storage.clear();
  if (user) storage.set('user', JSON.stringify(user)).set('token', 'secret');
};

beforeEach(async () => {
  [calls, answers] = [[], {}];
  vi.stubGlobal('localStorage', { getItem: (name: string) => storage.get(name) ?? null });
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  signIn(siti);
  await removeAll(siti.id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let minutes = 0;
async function keepComplaint(judul: string, key = judul) {
  vi.useFakeTimers({ now: Date.now() + ++minutes, toFake: ['Date'] });
  await enqueue({
    key,
    userId: siti.id,
    path: createComplaint.path,
    body: { judul, kategori: 'keamanan', deskripsi: 'Sejak kemarin' },
    files: {},
    title: judul,
  });
}

const titles = async () => (await waitingFor(siti.id)).map(({ title }) => title);

test('entries are sent oldest first with their original key, then removed', async () => {
  await keepComplaint('Lampu mati', 'key-1');
  await keepComplaint('Pagar roboh', 'key-2');
  expect(await sendWaiting(siti.id)).toBe(true);
  expect(calls).toEqual([
    { title: 'Lampu mati', key: 'key-1' },
    { title: 'Pagar roboh', key: 'key-2' },
  ]);
  expect(await titles()).toEqual([]);
});

test('without a connection sending stops and all entries stay', async () => {
  await keepComplaint('Lampu mati');
  await keepComplaint('Pagar roboh');
  answers['Lampu mati'] = 'nothing';
  expect(await sendWaiting(siti.id)).toBe(false);
  expect(calls.map(({ title }) => title)).toEqual(['Lampu mati']);
  expect(await titles()).toEqual(['Lampu mati', 'Pagar roboh']);
});

test('a refused entry keeps its message and is not sent again automatically', async () => {
  await keepComplaint('Lampu mati');
  answers['Lampu mati'] = refused(403, 'forbidden');
  await sendWaiting(siti.id);
  await sendWaiting(siti.id);
  expect(calls).toHaveLength(1);
  expect(outbox.items()).toMatchObject([{ title: 'Lampu mati', refusal: 'Ditolak: forbidden' }]);
});

test.each([
  ['a daily limit', refused(429, 'too_many_texts')],
  ['a failing server', refused(500, 'internal')],
  ['an upload that broke off', refused(400, 'upload_interrupted')],
  ['a proxy in the server’s place', { status: 502, body: {} } satisfies Answer],
])('%s puts off: what comes behind is sent, the next round tries again', async (_, answer) => {
  await keepComplaint('Lampu mati');
  await keepComplaint('Pagar roboh');
  answers['Lampu mati'] = answer;
  expect(await sendWaiting(siti.id)).toBe(true);
  expect(await titles()).toEqual(['Lampu mati']);
  expect(outbox.items()[0]).toMatchObject({ refusal: null, postponed: expect.any(String) });
  delete answers['Lampu mati'];
  await sendWaiting(siti.id);
  expect(await titles()).toEqual([]);
});

test('an entry older than 25 days is not sent automatically', async () => {
  await keepComplaint('Lampu mati');
  vi.useFakeTimers({ now: Date.now() + 26 * day, toFake: ['Date'] });
  await sendWaiting(siti.id);
  expect(calls).toEqual([]);
  expect(outbox.items()).toMatchObject([{ refusal: failures.waitedTooLong }]);
});

test('two concurrent runs send each entry once', async () => {
  await keepComplaint('Lampu mati');
  await Promise.all([sendWaiting(siti.id), sendWaiting(siti.id)]);
  expect(calls).toHaveLength(1);
});

test('entries are not sent after another user has signed in', async () => {
  await keepComplaint('Lampu mati');
  signIn({ id: 8, jenis: 'warga' });
  expect(await sendWaiting(siti.id)).toBe(false);
  expect(calls).toEqual([]);
  expect(await titles()).toEqual(['Lampu mati']);
});

test('an entry in flight at logout is not stored', async () => {
  signIn(null);
  await expect(keepComplaint('Lampu mati')).rejects.toThrow('Signed out meanwhile');
  signIn(siti);
  expect(await titles()).toEqual([]);
});

test('outcomes are reported until the listener unsubscribes', async () => {
  const outcomes: Outcome[] = [];
  const stop = onOutcome((outcome) => outcomes.push(outcome));
  answers['Pagar roboh'] = refused(422, 'invalid');
  await keepComplaint('Lampu mati');
  await keepComplaint('Pagar roboh');
  await sendWaiting(siti.id);
  stop();
  await keepComplaint('Selokan mampet');
  await sendWaiting(siti.id);
  expect(outcomes).toMatchObject([
    { item: { title: 'Lampu mati' }, sent: 'Aduan berhasil ditambahkan' },
    { item: { title: 'Pagar roboh' }, refused: 'Ditolak: invalid' },
  ]);
});

test('an entry of an unknown endpoint is refused', async () => {
  await keepComplaint('Lampu mati');
  await enqueue({
    key: 'old',
    userId: siti.id,
    path: '/api/an-older-version',
    body: {},
    files: {},
    title: 'Lama',
  });
  await sendWaiting(siti.id);
  expect(outbox.items()).toMatchObject([{ title: 'Lama', refusal: failures.waitedTooLong }]);
});

const tap = (key: string) => ({
  key,
  userId: siti.id,
  path: collectDues.path,
  body: { ketukan: key },
  files: {},
  title: 'Iuran tunai A1',
  notBefore: Date.now() + undoTime,
});

test('a held entry is not sent, can be undone for ten seconds, and is sent after them', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout'] });
  await enqueue(tap('key-1'));
  await enqueue(tap('key-2'));
  let requests = 0;
  vi.stubGlobal('fetch', () => {
    requests += 1;
    return Promise.resolve(new Response('{"status":"success","message":"Tercatat"}'));
  });
  expect(await sendWaiting(siti.id)).toBe(true);
  expect(requests).toBe(0);
  expect(await undo('key-1')).toBe(true);
  vi.setSystemTime(Date.now() + undoTime);
  expect(await undo('key-2')).toBe(false);
  await sendWaiting(siti.id);
  expect(requests).toBe(1);
});

test('an entry is sent although the clock was set back an hour since', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout'] });
  await enqueue(tap('key-1'));
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"status":"success","message":"Tercatat"}')));
  await sendWaiting(siti.id);
  expect(await titles()).toEqual([]);
});

test('a sent tap is kept until the list of the server has it', async () => {
  await enqueue({ ...tap('key-1'), notBefore: undefined });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"status":"success","message":"Tercatat"}')));
  await sendWaiting(siti.id);
  expect([outbox.items().length, outbox.answered().map(({ key }) => key)]).toEqual([0, ['key-1']]);
  await forgetAnswered(['key-1']);
  expect(outbox.answered()).toEqual([]);
});
