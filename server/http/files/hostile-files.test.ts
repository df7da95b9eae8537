/** Malicious files: polyglots, decompression bombs, animations, macros and deceptive names. */
import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { parse as parseDisposition } from 'content-disposition';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadDocument } from '../../../contract/documents.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { compound, docx, word, zip } from '../../testing/papers.ts';
import { pictures } from '../../testing/pictures.ts';
import { blackPixels, png } from '../../testing/png.ts';
import { raw } from '../../testing/raw.ts';
import { growth, refusedLeavingNothing } from '../../testing/traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const megabyte = 1_048_576;

let houses = 0;
async function upload(content: Uint8Array, name = 'bukti.jpg') {
  houses += 1;
  const bukti_transfer = new File([new Uint8Array(content)], name, { type: 'image/jpeg' });
  const body = { tahun: 2026, bulan: 7 };
  return (await app.as.warga(`A${houses}`)).call(uploadPaymentWarga, { body, files: { bukti_transfer } });
}

async function file(content: Uint8Array, name = 'surat.pdf') {
  const sent = new File([new Uint8Array(content)], name, { type: 'application/pdf' });
  return (await app.as.admin()).call(uploadDocument, { body: { judul: 'Surat' }, files: { file: sent } });
}

async function read(path: string) {
  const { token } = await app.as.admin();
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
  return { headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n';

describe('two kinds in one', () => {
  const html = '<!doctype html><script>alert(document.cookie)</script>';

  test.each([
    ['HTML behind the last byte', async () => Buffer.concat([await pictures.jpeg(), Buffer.from(html)])],
    [
      'HTML in a comment within',
      async () => {
        const jpeg = await pictures.jpeg();
        const comment = Buffer.from(`\0\0${html}`);
        comment.writeUInt16BE(comment.length);
        return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('fffe', 'hex'), comment, jpeg.subarray(2)]);
      },
    ],
    ['a zip archive behind', async () => Buffer.concat([await pictures.jpeg(), zip({ 'index.html': html })])],
  ])('a JPEG with %s loses it', async (_, make) => {
    const uploaded = await upload(await make());
    expect(uploaded.status).toBe(201);
    const { headers, content } = await read(`/assets/uploads/${uploaded.body.data.bukti_transfer}`);
    expect(headers.get('content-type')).toBe('image/jpeg');
    for (const trace of ['script', 'PK\x03\x04', 'index.html']) expect(content.includes(trace)).toBe(false);
  });

  test('refuses a GIF that is a script', async () => {
    const script = Buffer.from('GIF89a/*\x01\x00\x01\x00\x80\x00\x00*/=1;alert(1)//', 'latin1');
    const { refusal } = await refusedLeavingNothing(app, () => upload(script), 415);
    expect(refusal.code).toBe('unsupported_image');
  });

  test('a PDF that is also HTML and a ZIP is served as a PDF without scripts', async () => {
    const uploaded = await file(Buffer.concat([Buffer.from(pdf + html), zip({ 'a.html': html })]), 'a.html');
    expect(uploaded.status).toBe(201);
    const { headers } = await read(`/assets/documents/${uploaded.body.data.nama_file}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'",
    );
    expect(headers.get('content-disposition')).toBe('inline; filename=a.html.pdf');
  });

  test('refuses a picture as document and a document as picture', async () => {
    const jpeg = await pictures.jpeg();
    await refusedLeavingNothing(app, () => file(jpeg), 415);
    await refusedLeavingNothing(app, () => upload(Buffer.from(pdf)), 415);
  });
});

describe('pictures that never end', () => {
  const uint32 = (...numbers: number[]) => {
    const bytes = Buffer.alloc(4 * numbers.length);
    for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
    return bytes;
  };

  test('refuses a PNG with five thousand frames', async () => {
    const control = (sequence: number) => Buffer.concat([uint32(sequence, 9, 9, 0, 0), Buffer.alloc(6)]);
    const frames = Array.from({ length: 5_000 }, (_, frame) => ['fcTL', control(frame)] as const);
    const film = png(9, blackPixels(9), [['acTL', uint32(5_000, 0)], ...frames]);
    const { refusal } = await refusedLeavingNothing(app, () => upload(film), 415);
    expect(refusal.code).toBe('unsupported_image');
  });

  test('keeps the first of a thousand frames of a WebP', async () => {
    const size = { width: 8, height: 8_000, channels: 3, pageHeight: 8 } as const;
    const film = await sharp(randomBytes(8 * 8_000 * 3), { raw: size })
      .webp({ effort: 0 })
      .toBuffer();
    expect((await sharp(film).metadata()).pages).toBe(1_000);
    const uploaded = await upload(film);
    expect(uploaded.status).toBe(201);
    const { content } = await read(`/assets/uploads/${uploaded.body.data.bukti_transfer}`);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 8 });
  });

  test('a JPEG that claims 4 billion pixels is refused before it is decoded', async () => {
    const flood = Buffer.from(await pictures.jpeg());
    const size = flood.indexOf(Buffer.from('ffc0', 'hex')) + 5;
    flood.writeUInt16BE(65_500, size);
    flood.writeUInt16BE(65_500, size + 2);
    const grown = await growth(async () => {
      const { refusal } = await refusedLeavingNothing(app, () => upload(flood), 413);
      expect(refusal.code).toBe('image_too_large');
    });
    expect(grown).toBeLessThan(50);
  });

  test('decodes a JPEG with twenty thousand scans in bounded time', async () => {
    const size = { width: 2_000, height: 2_000, channels: 3, background: 'teal' } as const;
    const jpeg = await sharp({ create: size }).jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
    const scans = Array.from({ length: 20_000 }, () => scan);
    const endless = Buffer.concat([jpeg.subarray(0, -2), ...scans, jpeg.subarray(-2)]).subarray(
      0,
      9 * megabyte,
    );
    const began = performance.now();
    await refusedLeavingNothing(app, () => upload(endless), 415);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('archives', () => {
  /** A gigabyte of spaces after the text. Deflate blocks can be concatenated, so one is repeated. */
  function gigabyte(text: string) {
    const piece = (content: string | Buffer) =>
      deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
    const blanks = piece(Buffer.alloc(megabyte, 0x20));
    return Buffer.concat([piece(text), ...Array.from({ length: 1_024 }, () => blanks), deflateRawSync('')]);
  }

  test('a DOCX whose list of types unpacks to a gigabyte is not unpacked', async () => {
    const packed = gigabyte(`<Types><Override ContentType="${docx}.main+xml"/>`);
    const bomb = zip({ '[Content_Types].xml': { packed, size: 1_024 * megabyte } });
    expect(bomb.length).toBeLessThan(2 * megabyte);
    const grown = await growth(async () => {
      expect([201, 415]).toContain((await file(bomb, 'a.docx')).status);
    });
    expect(grown).toBeLessThan(100);
  });

  test('refuses a compressed gigabyte without decompressing it', async () => {
    const [head, sums] = [gzipSync('').subarray(0, 10), Buffer.alloc(8)]; // wrong checksums, which only the end would reveal
    const bomb = Buffer.concat([head, gigabyte(''), sums]);
    expect(bomb.length).toBeLessThan(2 * megabyte);
    const grown = await growth(async () => {
      await refusedLeavingNothing(app, () => file(bomb), 415);
    });
    expect(grown).toBeLessThan(100);
  });

  test('refuses a compressed body without decompressing it', async () => {
    const { token } = await app.as.ketua();
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = new Blob([new Uint8Array(gzipSync(`{"estateName":"${'x'.repeat(megabyte)}"}`))]);
    expect((await raw(app.url, 'PUT /api/settings', { token, headers, body })).status).toBe(415);
  });

  test.each([
    ['a DOCX', () => word({ 'word/vbaProject.bin': 'Attribute VB_Name' }), 'document_with_macros'],
    [
      'a DOCM that is called .docx',
      () => word({}, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      'unsupported_document',
    ],
    ['a DOC', () => compound('WordDocument', '_VBA_PROJECT'), 'document_with_macros'],
  ])('%s with macros is refused, and nothing stays', async (_, make, code) => {
    const { refusal } = await refusedLeavingNothing(app, () => file(make(), 'a.docx'), 415);
    expect(refusal.code).toBe(code);
  });
});

describe('names', () => {
  async function named(name: string) {
    const { token } = await app.as.admin();
    const head = `--batas\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const title = '--batas\r\ncontent-disposition: form-data; name="judul"\r\n\r\nSurat\r\n';
    const body = new Blob([`${title}${head}${pdf}\r\n--batas--\r\n`]);
    const headers = { 'content-type': 'multipart/form-data; boundary=batas' };
    return await raw(app.url, 'POST /api/dokumen', { token, headers, body });
  }

  test.each([
    ['../../../etc/cron.d/jahat', 'jahat.pdf'],
    ['..\\..\\windows\\jahat.pdf', 'jahat.pdf'],
    ['/etc/passwd', 'passwd.pdf'],
    ['laporan.exe', 'laporan.exe.pdf'],
    ['laporan\u202efdp.exe', 'laporanfdp.exe.pdf'],
    ['a\u0001b.pdf', 'ab.pdf'],
    ['.htaccess', '.htaccess.pdf'],
    ['CON', 'CON.pdf'],
    [`${'n'.repeat(3_000)}.pdf`, `${'n'.repeat(150)}.pdf`],
    [`${'n'.repeat(149)}🏡🏡.pdf`, `${'n'.repeat(149)}🏡.pdf`],
    ['<img src=x>.pdf', '<img src=x>.pdf'],
    ['Surat %22Edaran%22.pdf', 'Surat "Edaran".pdf'],
  ])('%j is saved as %j, and stored under a name of ours', async (name, saved) => {
    const uploaded = await named(name);
    expect(uploaded.status).toBe(201);
    const { nama_file } = uploaded.json.data as { nama_file: string };
    expect(nama_file).toMatch(/^[\w-]{22}\.pdf$/);
    const { headers } = await read(`/assets/documents/${nama_file}`);
    const disposition = headers.get('content-disposition') ?? '';
    expect(parseDisposition(disposition).parameters.filename).toBe(saved);
  });

  test('refuses or cleans a name with a NUL', async () => {
    const { status } = await named('a\u0000.pdf');
    expect([201, 400, 415, 422]).toContain(status);
  });
});
