/** Unchecked HTTP requests: invalid bodies, headers, cookies, paths and methods. */

export interface RawRequest {
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | FormData | Blob;
}

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

/** @param line method and path, such as `POST /api/auth/login` */
export async function raw(base: string, line: string, request: RawRequest = {}): Promise<RawResponse> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const headers = new Headers(request.headers);
  if (request.token !== undefined) headers.set('authorization', `Bearer ${request.token}`);
  if (request.cookie !== undefined) headers.set('cookie', request.cookie);
  if (request.json !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json');
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  const response = await fetch(base + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, json };
}

export function cookiesOf(response: RawResponse): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
