/** Typed HTTP calls of endpoints: `call(person, uploadPayment, { body, files })`. */
import { type Answer, type CallInput, type Endpoint, keyHeader } from '../../contract/endpoint.ts';

export interface Response<E extends Endpoint = Endpoint> {
  status: number;
  headers: Headers;
  body: Answer<E> & { status: string };
  refusal: { status: string; message: string; code: string; errors?: Record<string, string>; data?: unknown };
}

type AnyInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | undefined>;
};

function urlFor(base: string, endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)|\*/g, (star, name = star) =>
    encodeURIComponent(String(params[name])),
  );
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

export async function call<E extends Endpoint>(
  base: string,
  token: string | null,
  endpoint: E,
  input: CallInput<E>,
  key?: string,
): Promise<Response<E>> {
  const given = input as AnyInput;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (key !== undefined) headers[keyHeader] = key;
  let body: FormData | string | undefined;
  if (endpoint.files) {
    body = new FormData();
    for (const [name, value] of Object.entries(given.body ?? {})) {
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (one !== undefined) body.append(name, String(one));
    }
    for (const [name, file] of Object.entries(given.files ?? {})) {
      if (file) body.set(name, file, file instanceof File ? file.name : 'foto.jpg');
    }
  } else if (endpoint.method !== 'GET' && given.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(given.body);
  }
  const response = await fetch(urlFor(base, endpoint, given), {
    method: endpoint.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const json: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text };
  return { status: response.status, headers: response.headers, body: json as never, refusal: json as never };
}
