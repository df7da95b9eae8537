/** JSON and multipart bodies: valid ones, then mutated. */
import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import {
  hostileJson,
  hostileText,
  jsonValue,
  type Known,
  type Schema,
  textValue,
  weighted,
} from './values.ts';

export interface Body {
  headers: Record<string, string>;
  content: Buffer;
}

export type Properties = Record<string, Schema>;
type Member = [name: string, value: string];

const perhaps = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> => fc.option(arbitrary, { freq: 9 });
const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'jenis',
  'role',
  'status',
  'dihapus_pada',
];
const strangeName = weighted([3, fc.constantFrom(...strangeNames)], [1, hostileText]);

const bent = (content: Arbitrary<Buffer>): Arbitrary<Buffer> =>
  fc
    .tuple(
      content,
      weighted([12, fc.constant('not')], [1, fc.constantFrom('cut', 'insert')]),
      fc.nat(),
      fc.uint8Array({ maxLength: 4 }),
    )
    .map(([bytes, how, where, junk]) => {
      const at = where % (bytes.length + 1);
      if (how === 'cut') return bytes.subarray(0, at);
      return how === 'insert' ? Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]) : bytes;
    });

const brokenJson = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '{"a":undefined}',
  '\ufeff{}',
  '\u0000',
];
const wholeJson: Arbitrary<Buffer> = weighted(
  [4, fc.constantFrom(...brokenJson).map((text) => Buffer.from(text))],
  [2, hostileJson.map((text) => Buffer.from(text))],
  [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))],
  [1, fc.constantFrom(260_000, 400_000).map((length) => Buffer.from(`{"a":"${'x'.repeat(length)}"}`))],
);

const strangeTypes = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json5',
  'application/json; charset=utf-16',
  'application/json;;;',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=batas',
  'application/octet-stream',
  '*/*',
];
const typeOr = (usual: string) => weighted([14, fc.constant(usual)], [1, fc.constantFrom(...strangeTypes)]);

export function jsonBody(properties: Properties, known: Known): Arbitrary<Body> {
  const member = ([name, schema]: [string, Schema]) =>
    perhaps(jsonValue(name, schema, known).map((value): Member => [name, value]));
  const strange = fc.tuple(strangeName, hostileJson);
  const again = Object.entries(properties).map(([name]) => hostileJson.map((value): Member => [name, value]));
  const object = fc
    .tuple(
      fc.tuple(...Object.entries(properties).map(member)),
      weighted([6, fc.constant<Member[]>([])], [1, fc.array(fc.oneof(strange, ...again), { maxLength: 3 })]),
    )
    .map(([usual, more]) => {
      const members = [...present(usual), ...more].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
      return Buffer.from(`{${members.join(',')}}`);
    });
  const content = weighted([8, bent(object)], [1, wholeJson]);
  return fc.tuple(content, typeOr('application/json'), fc.nat(60)).map(([plain, type, dice]) => ({
    headers: { 'content-type': type, ...(dice === 0 ? { 'content-encoding': 'gzip' } : {}) },
    content: dice === 0 ? gzipSync(plain) : plain,
  }));
}

interface Part {
  head: string;
  content: Buffer;
}

const boundary = 'batas';
/** Maximum size in bytes of repeated parts; large bodies are tested elsewhere. */
const most = 500_000;
const fileNames = [
  'bukti.jpg',
  'surat.pdf',
  '',
  '../../etc/passwd',
  '\u202egpj.exe',
  'a\u0000.jpg',
  `${'n'.repeat(4_000)}.jpg`,
  'CON',
  '.htaccess',
  'x";filename="y',
];
const partTypes = [
  'image/jpeg',
  'application/pdf',
  'text/html',
  'image/svg+xml',
  '',
  'x',
  'application/json',
  'multipart/mixed; boundary=dalam',
];

const textPart = (name: string, value: string): Part => ({
  head: `content-disposition: form-data; name="${name}"`,
  content: Buffer.from(value),
});

function filePart(name: string, contents: readonly Buffer[]): Arbitrary<Part> {
  const usual = fc.constantFrom(0, 1);
  const choose = (list: readonly string[]) =>
    weighted([6, usual.map((index) => list[index] ?? '')], [1, fc.constantFrom(...list)]);
  const content = weighted(
    [6, usual.map((index) => contents[index] ?? Buffer.alloc(0))],
    [3, fc.constantFrom(...contents)],
  );
  return fc.tuple(choose(fileNames), choose(partTypes), content).map(([filename, type, bytes]) => ({
    head: `content-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}`,
    content: bytes,
  }));
}

const strangeHeads = [
  'content-disposition: form-data',
  'content-disposition: attachment; filename="x"',
  'x: y',
  'content-disposition: form-data; name="__proto__"',
  `content-disposition: form-data; name="${'n'.repeat(300)}"`,
  'content-disposition: form-data; name="tahun"\r\ncontent-transfer-encoding: base64',
  'content-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=utf-7',
  '',
];

/** @param contents file contents; the first two are a valid picture and document */
export function multipartBody(
  properties: Properties,
  known: Known,
  contents: readonly Buffer[],
): Arbitrary<Body> {
  const part = ([name, schema]: [string, Schema]) =>
    perhaps(
      schema.format === 'binary'
        ? weighted([9, filePart(name, contents)], [1, hostileText.map((text) => textPart(name, text))])
        : textValue(name, schema, known).map((text) => textPart(name, text)),
    );
  const strange = fc
    .tuple(fc.constantFrom(...strangeHeads), hostileText)
    .map(([head, text]) => ({ head, content: Buffer.from(text) }));
  const parts = fc
    .tuple(
      fc.tuple(...Object.entries(properties).map(part)),
      weighted([6, fc.constant<Part[]>([])], [1, fc.array(strange, { maxLength: 3 })]),
      weighted([60, fc.constant(1)], [1, fc.constantFrom(2, 3_000)]),
    )
    .map(([usual, more, times]) => {
      const list = [...present(usual), ...more];
      const bytes = list.reduce((sum, { content }) => sum + content.length, 1);
      return Array.from({ length: Math.min(times, 1 + most / bytes) }, () => list).flat();
    });
  const content = fc
    .tuple(
      parts,
      weighted([20, fc.constant('\r\n')], [1, fc.constant('\n')]),
      weighted([20, fc.constant(`--${boundary}--`)], [1, fc.constantFrom('', `--${boundary}`, '--lain--')]),
    )
    .map(([list, line, end]) =>
      Buffer.concat([
        ...list.flatMap(({ head, content: bytes }) => [
          Buffer.from(`--${boundary}${line}${head}${line}${line}`),
          bytes,
          Buffer.from(line),
        ]),
        Buffer.from(end + line),
      ]),
    );
  return fc
    .tuple(bent(content), typeOr(`multipart/form-data; boundary=${boundary}`))
    .map(([bytes, type]) => ({ headers: { 'content-type': type }, content: bytes }));
}
