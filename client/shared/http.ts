/** Calls that speak the contract: `call(reviewPayment, { params, body })`, typed on both sides. */
import { type Answer, type CallInput, type Endpoint, keyHeader } from '../../contract/endpoint.ts';
import { changedHeader, type Topic } from '../../contract/events.ts';
import { failures, type RefusalCode } from '../../contract/messages.ts';
import { connection } from '../lib/connectivity.ts';
import { endSession, storedToken } from './session.ts';

/** A refused or failed call; `message` is a sentence for the person. */
export class CallError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: RefusalCode | 'network' | 'unknown';
  /** Sentences by field. */
  readonly errors: Record<string, string>;
  /** The record's present state, with a refusal about a state. */
  readonly data: unknown;
  /** Seconds to wait before asking again, with 429. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    body: Partial<Pick<CallError, 'code' | 'message' | 'errors' | 'data'>>,
    retryAfter: number | null = null,
  ) {
    super(body.message ?? failures.unknown);
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.errors = body.errors ?? {};
    this.data = body.data;
    this.retryAfter = retryAfter;
  }

  /** Nobody knows whether it has happened: no answer came, the server failed, or a proxy answered in its place. */
  get isOpen(): boolean {
    return this.status < 400 || this.status >= 500 || this.code === 'unknown';
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Share of an upload that has left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Of a creating call (`keyHeader`): sent again under it, it still happens once. */
  key?: string | undefined;
}

/** For one thing to be created. `crypto.randomUUID()` is there only behind https. */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** A call's input without the types of one endpoint. */
interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | undefined>;
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

let readChanged: (topics: readonly Topic[]) => void = () => {};

/** Hears what every change that succeeds says is to be read again. */
export function onChanged(listener: typeof readChanged): void {
  readChanged = listener;
}

/** @throws CallError; a dead session is cleared and the page loads anew */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const given = input as AnyInput;
  const token = storedToken();
  const answer = endpoint.files
    ? await sendForm(endpoint, given, options)
    : await sendJson(endpoint, given, options);
  const { status, body } = answer;
  // A proxy may answer in our place, with a page and 200.
  if (status < 300 && (body as { status?: unknown }).status === 'success') {
    if (answer.changed) readChanged(answer.changed.split(' ') as Topic[]);
    return body as Answer<E>;
  }
  throw refused(answer, token, endpoint.method === 'GET');
}

/**
 * @param token what the call was sent with
 * @param isReading a list shows one sentence: what is wrong with its filters stands there, not beside a field
 */
function refused({ status, body, retryAfter }: Reply, token: string | null, isReading = false): CallError {
  const said = body as Partial<CallError>;
  const [first] = isReading ? Object.values(said.errors ?? {}) : [];
  const error = new CallError(status, first === undefined ? said : { ...said, message: first }, retryAfter);
  // The late answer to somebody who has signed out since says nothing about who is here now.
  if (error.code === 'no_session' && token === storedToken()) endSession();
  return error;
}

interface Reply {
  status: number;
  body: unknown;
  retryAfter: number | null;
  /** `changedHeader` */
  changed: string | null;
}

function reply(status: number, said: unknown, header: (name: string) => string | null): Reply {
  const retryAfter = header('retry-after');
  const body = said ?? {};
  if ('status' in Object(body)) connection.learn('answered');
  else connection.checkNow(); // a proxy's page
  return {
    status,
    body,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    changed: header(changedHeader),
  };
}

function unreachable(): CallError {
  connection.checkNow();
  return new CallError(0, { code: 'network', message: failures.network });
}

function headers(key?: string): Record<string, string> {
  const token = storedToken();
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key === undefined ? {} : { [keyHeader]: key }),
  };
}

/** A line on which nothing moves for as long (milliseconds) is dead. */
const silence = 60_000;

/**
 * Fetches, and hands on what comes to its end.
 * @throws CallError when the line is cut or dead; what `signal` made it fail with
 */
async function receive(
  address: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & Pick<CallOptions, 'signal'>,
  onPart: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<Response> {
  const line = new AbortController();
  const hangUp = () => line.abort();
  signal?.addEventListener('abort', hangUp);
  let giveUp = setTimeout(hangUp, silence);
  try {
    const response = await fetch(address, { ...init, signal: line.signal });
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      clearTimeout(giveUp);
      giveUp = setTimeout(hangUp, silence);
      onPart(next.value);
    }
    return response;
  } catch (error) {
    throw signal?.aborted ? error : unreachable();
  } finally {
    clearTimeout(giveUp);
  }
}

/** Of what an answer said; a proxy's page says nothing. */
function replyOf({ status, headers: said }: Response, text: string): Reply {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {}
  return reply(status, body, (name) => said.get(name));
}

async function sendJson(endpoint: Endpoint, input: AnyInput, { signal, key }: CallOptions): Promise<Reply> {
  const hasBody = input.body !== undefined;
  const decoder = new TextDecoder();
  let text = '';
  const response = await receive(
    addressOf(endpoint, input),
    {
      method: endpoint.method,
      headers: { ...headers(key), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      signal,
    },
    (part) => (text += decoder.decode(part, { stream: true })),
  );
  return replyOf(response, text);
}

function formOf({ body = {}, files = {} }: AnyInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  for (const [name, file] of Object.entries(files)) {
    if (file) form.set(name, file, file instanceof File ? file.name : 'foto.jpg');
  }
  return form;
}

/** By XMLHttpRequest, which alone tells how much of an upload has left. */
function sendForm(endpoint: Endpoint, input: AnyInput, options: CallOptions): Promise<Reply> {
  const { signal, onProgress, key } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, input));
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers(key))) request.setRequestHeader(name, value);
    let giveUp = setTimeout(() => request.abort(), silence);
    request.upload.onprogress = (event) => {
      clearTimeout(giveUp);
      giveUp = setTimeout(() => request.abort(), silence);
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () =>
      resolve(reply(request.status, request.response, (name) => request.getResponseHeader(name)));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? unreachable());
    request.onloadend = () => clearTimeout(giveUp);
    signal?.addEventListener('abort', () => request.abort());
    request.send(formOf(input));
  });
}

/** Names of ASCII letters come plain or quoted, others encoded. */
function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?((?:[^"\\;]|\\.)+)/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
}

/** Fetches an export as a file and hands it to the browser to save. @throws as `call` */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const given = input as AnyInput;
  const address = addressOf(endpoint, { ...given, query: { ...given.query, format } });
  const token = storedToken();
  const parts: BlobPart[] = [];
  const response = await receive(address, { headers: headers() }, (part) => parts.push(part));
  const type = response.headers.get('content-type') ?? '';
  const file = new Blob(parts, { type });
  const name = fileNameIn(response.headers.get('content-disposition') ?? '');
  // Without a name it is no file of ours: a refusal, or a proxy's page.
  if (!response.ok || !name) throw refused(replyOf(response, await file.text()), token);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
