/** Hostile raw requests, derived from the server's OpenAPI document. */
import fc, { type Arbitrary } from 'fast-check';
import { type Body, jsonBody, multipartBody, type Properties } from './bodies.ts';
import { lameHeaders, otherMethods, strangeHeaders, strangers, strangeSegments } from './strange.ts';
import { honest, hostileText, type Known, type Schema, textValue, weighted } from './values.ts';

export interface HostileRequest {
  bytes: Buffer;
  /** HTTP itself is violated, so closing the connection is a valid response. */
  lame: boolean;
  isCutOff: boolean;
  isHead: boolean;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

interface Call {
  method: string;
  path: string;
  parameters: readonly Parameter[];
  description: string;
  body?: { kind: 'json' | 'multipart'; properties: Properties };
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties: Properties } }> };
}

function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { description, parameters = [], requestBody }]) => {
      const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
      const kind = type?.startsWith('multipart') ? ('multipart' as const) : ('json' as const);
      return {
        method: method.toUpperCase(),
        path,
        description,
        parameters,
        ...(content ? { body: { kind, properties: content.schema.properties } } : {}),
      };
    }),
  );
}

const asset = (folder: string): Call => ({
  method: 'GET',
  path: `/assets/${folder}/{file}`,
  description: '',
  parameters: [
    { name: 'file', in: 'path', schema: {} },
    { name: 'size', in: 'query', schema: { enum: ['thumb'] } },
    { name: 'download', in: 'query', schema: { enum: [''] } },
  ],
});
const plain = (path: string): Call => ({ method: 'GET', path, description: '', parameters: [] });

const others: readonly Call[] = [
  asset('uploads'),
  asset('uploads'),
  asset('documents'),
  ...['/', '/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/tidak-ada'].map(plain),
];

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function segment({ name, schema }: Parameter, known: Known): Arbitrary<string> {
  const usual = name === 'file' ? fc.constantFrom(...known.files) : honest(name, schema, known).map(String);
  return weighted(
    [8, usual],
    [1, fc.constantFrom(...strangeSegments)],
    [1, hostileText.map(encoded).filter((text) => text.length < 10_000)],
  );
}

function query(parameters: readonly Parameter[], known: Known): Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) =>
    textValue(name, schema, known).map((value) => `${name}=${encoded(value)}`),
  );
  const strange = fc.constantFrom(
    '__proto__=x',
    'a[b]=c',
    'limit',
    '=',
    '&&',
    'limit=1&limit=2',
    'cursor=%ZZ',
    'q=%00',
    'format=pdf',
    `x=${'x'.repeat(9_000)}`,
  );
  return weighted(
    [3, fc.constant<string[]>([])],
    [3, fc.array(pairs.length > 0 ? fc.oneof(...pairs) : strange, { maxLength: 4 })],
    [1, fc.array(fc.oneof(strange, ...pairs), { maxLength: 4 })],
  ).map((list) => (list.length > 0 ? `?${list.join('&')}`.slice(0, 14_000) : ''));
}

/** Mostly an authorized user, otherwise any user, none, or invalid credentials. */
function credentials({ description }: Call, { tokens }: Known): Arbitrary<string[]> {
  const all = Object.values(tokens);
  const allowed = Object.entries(tokens).flatMap(([role, token]) =>
    description.includes(role) ? token : [],
  );
  const signed = fc.constantFrom(...(allowed.length > 0 ? allowed : all));
  const anybody = fc.constantFrom(...all);
  return weighted(
    [20, signed.map((token) => [`authorization: Bearer ${token}`])],
    [3, anybody.map((token) => [`authorization: Bearer ${token}`])],
    [2, anybody.map((token) => [`cookie: guyub_session=${token}`])],
    [1, fc.constant<string[]>([])],
    [1, fc.constantFrom(...strangers).map((value) => [`authorization: ${value}`])],
  );
}

type Framing = 'length' | 'chunked' | 'too short' | 'too long' | 'both';

function framed(content: Buffer, framing: Framing): { headers: string[]; sent: Buffer } {
  const length = `content-length: ${content.length}`;
  const chunked = 'transfer-encoding: chunked';
  const chunks = () => {
    const half = Math.ceil(content.length / 2);
    const parts = [content.subarray(0, half), content.subarray(half)].filter((part) => part.length > 0);
    const lines = parts.flatMap((part) => [
      Buffer.from(`${part.length.toString(16)}\r\n`),
      part,
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat([...lines, Buffer.from('0\r\n\r\n')]);
  };
  switch (framing) {
    case 'length':
      return { headers: [length], sent: content };
    case 'chunked':
      return { headers: [chunked], sent: chunks() };
    case 'too short':
      return { headers: [`content-length: ${Math.floor(content.length / 2)}`], sent: content };
    case 'too long':
      return { headers: [`content-length: ${content.length + 10}`], sent: content };
    case 'both':
      return { headers: [length, chunked], sent: chunks() };
  }
}

const framings: Arbitrary<Framing> = weighted(
  [30, fc.constant('length')],
  [3, fc.constant('chunked')],
  [1, fc.constantFrom('too short', 'too long', 'both')],
);

const noBody: Arbitrary<Body | null> = fc.constant(null);

function bodyOf(call: Call, known: Known, contents: readonly Buffer[]): Arbitrary<Body | null> {
  const { kind, properties } = call.body ?? { kind: 'json', properties: {} };
  const json = jsonBody(properties, known);
  const multipart = multipartBody(properties, known, contents);
  if (!call.body) return weighted([8, noBody], [1, json], [1, multipart]);
  return kind === 'json'
    ? weighted([12, json], [1, noBody], [1, multipart])
    : weighted([12, multipart], [1, noBody], [2, json]);
}

function requestOf(call: Call, known: Known, contents: readonly Buffer[]): Arbitrary<HostileRequest> {
  const path = call.parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .record({
      method: weighted([16, fc.constant(call.method)], [1, fc.constantFrom(...otherMethods)]),
      segments: fc.tuple(...path.map((parameter) => segment(parameter, known))),
      query: query(
        call.parameters.filter((parameter) => parameter.in === 'query'),
        known,
      ),
      who: credentials(call, known),
      headers: weighted(
        [6, fc.constant<string[]>([])],
        [1, fc.array(fc.constantFrom(...strangeHeaders), { maxLength: 3 })],
      ),
      body: bodyOf(call, known, contents),
      framing: framings,
    })
    .map(({ method, segments, query: search, who, headers, body, framing }) => {
      let index = 0;
      const address = call.path.replace(/\{\w+\}/g, () => segments[index++] ?? '') + search;
      const { headers: announced, sent } = body
        ? framed(body.content, framing)
        : { headers: [], sent: Buffer.alloc(0) };
      const own = Object.entries(body?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
      const lines = ['host: 127.0.0.1', 'connection: close', ...who, ...own, ...announced, ...headers];
      const head = `${method} ${address} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
      return {
        bytes: Buffer.concat([Buffer.from(head), sent]),
        lame: /^too|both/.test(framing) || headers.some((line) => lameHeaders.test(line)),
        isCutOff: body !== null && framing === 'too long',
        isHead: method === 'HEAD',
      };
    });
}

export function hostileRequests(
  document: OpenApi,
  known: Known,
  contents: readonly Buffer[],
): Arbitrary<HostileRequest> {
  return fc.oneof(...[...callsOf(document), ...others].map((call) => requestOf(call, known, contents)));
}
