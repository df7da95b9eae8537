/** Typed client of the contract: `call(reviewPayment, { params, body })`. */
import { type Answer, type CallInput, type Endpoint, keyHeader } from '../../contract/endpoint.ts';
import { changedHeader, type Topic } from '../../contract/events.ts';
import { failures, type RefusalCode } from '../../contract/messages.ts';
import { connection } from '../lib/connectivity.ts';
import { saveFile } from '../lib/save-file.ts';
import { endSession, sessionToken } from './session.ts';

/** A refused or failed call; `message` is a user-facing sentence. */
export class CallError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: RefusalCode | 'network' | 'unknown';
  /** Messages by field. */
  readonly errors: Record<string, string>;
  /** The current record, sent with a 409. */
  readonly data: unknown;
  /** Seconds until the next attempt is allowed, with 429. */
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

  /** The outcome is unknown: no answer, a server error, or an answer from a proxy. */
  get isOpen(): boolean {
    return this.status < 400 || this.status >= 500 || this.code === 'unknown';
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Upload progress, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Idempotency key of a creating call (`keyHeader`): a repeated call with it creates nothing twice. */
  key?: string | undefined;
}

/** Not `crypto.randomUUID()`, which needs https. */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Input of a call of any endpoint. */
interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | undefined>;
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)|\*/g, (star, name = star) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString(); // not `size`, which Safari 16 lacks
  return text ? `${path}?${text}` : path;
}

let readChanged: (topics: readonly Topic[]) => void = () => {};

/** Registers a listener for the topics that a successful change has made stale. */
export function onChanged(listener: typeof readChanged): void {
  readChanged = listener;
}

/** @throws CallError; a 401 clears the session and reloads the page */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const given = input as AnyInput;
  const token = sessionToken();
  const answer = endpoint.files
    ? await sendForm(endpoint, given, options)
    : await sendJson(endpoint, given, options);
  const { status, body } = answer;
  // a proxy may answer 200 with an HTML page
  if (status < 300 && (body as { status?: unknown }).status === 'success') {
    if (answer.changed) readChanged(answer.changed.split(' ') as Topic[]);
    return body as Answer<E>;
  }
  throw refused(answer, token, endpoint.method === 'GET');
}

/**
 * @param token the token that the call was sent with
 * @param isReading a list has no fields: the first field message becomes the sentence
 */
function refused({ status, body, retryAfter }: Reply, token: string | null, isReading = false): CallError {
  const payload = body as Partial<CallError>;
  const [first] = isReading ? Object.values(payload.errors ?? {}) : [];
  const error = new CallError(
    status,
    first === undefined ? payload : { ...payload, message: first },
    retryAfter,
  );
  // A 401 for a token that is no longer the current one must not end the new session.
  if (error.code === 'no_session' && token === sessionToken()) endSession();
  return error;
}

interface Reply {
  status: number;
  body: unknown;
  retryAfter: number | null;
  /** Value of `changedHeader`. */
  changed: string | null;
}

function reply(status: number, payload: unknown, header: (name: string) => string | null): Reply {
  const retryAfter = header('retry-after');
  const body = payload ?? {};
  if ('status' in Object(body)) connection.report('answered');
  else connection.checkNow(); // an HTML page from a proxy
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
  const token = sessionToken();
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key === undefined ? {} : { [keyHeader]: key }),
  };
}

/** Timeout in milliseconds without any data received or sent. */
const stallTimeout = 60_000;

/**
 * Fetches and reads the whole body.
 * @throws CallError on a network error or timeout; the reason of `signal` when it is aborted
 */
async function fetchBody(
  address: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & Pick<CallOptions, 'signal'>,
  onPart: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  let timer = setTimeout(abort, stallTimeout);
  try {
    const response = await fetch(address, { ...init, signal: controller.signal });
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(abort, stallTimeout);
      onPart(next.value);
    }
    return response;
  } catch (error) {
    throw signal?.aborted ? error : unreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** The body is null when it is not JSON of our server. */
function replyOf({ status, headers: payload }: Response, text: string): Reply {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {}
  return reply(status, body, (name) => payload.get(name));
}

async function sendJson(endpoint: Endpoint, input: AnyInput, { signal, key }: CallOptions): Promise<Reply> {
  const hasBody = input.body !== undefined;
  const decoder = new TextDecoder();
  let text = '';
  const response = await fetchBody(
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
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) form.append(name, String(one));
  }
  for (const [name, file] of Object.entries(files)) {
    if (file) form.set(name, file, file instanceof File ? file.name : 'foto.jpg');
  }
  return form;
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function sendForm(endpoint: Endpoint, input: AnyInput, options: CallOptions): Promise<Reply> {
  const { signal, onProgress, key } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, input));
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers(key))) request.setRequestHeader(name, value);
    let timer = setTimeout(() => request.abort(), stallTimeout);
    request.upload.onprogress = (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallTimeout);
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () =>
      resolve(reply(request.status, request.response, (name) => request.getResponseHeader(name)));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? unreachable());
    request.onloadend = () => clearTimeout(timer);
    signal?.addEventListener('abort', () => request.abort());
    request.send(formOf(input));
  });
}

/** The filename parameter is plain or quoted for ASCII names, percent-encoded (RFC 5987) otherwise. */
function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?((?:[^"\\;]|\\.)+)/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
}

/**
 * Downloads an export and saves it as a file.
 * @throws CallError
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const given = input as AnyInput;
  const address = addressOf(endpoint, { ...given, query: { ...given.query, format } });
  const token = sessionToken();
  const parts: BlobPart[] = [];
  const response = await fetchBody(address, { headers: headers() }, (part) => parts.push(part));
  const type = response.headers.get('content-type') ?? '';
  const file = new Blob(parts, { type });
  const name = fileNameIn(response.headers.get('content-disposition') ?? '');
  // A response without a filename is a refusal or a proxy's page.
  if (!response.ok || !name) throw refused(replyOf(response, await file.text()), token);
  saveFile(file, name);
}
