/** Uploaded pictures and documents: detected by content, re-encoded, or refused without traces. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadDocument } from '../../../contract/documents.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { compound, docx, word, zip } from '../../testing/papers.ts';
import type { Person } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { blackPixels, png, textBomb } from '../../testing/png.ts';
import { raw } from '../../testing/raw.ts';
import { growth, refusedLeavingNothing, tracesOf } from '../../testing/traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const megabyte = 1_048_576;
const july = { tahun: 2026, bulan: 7 };

let houses = 0;
const newcomer = (): Promise<Person> => {
  houses += 1;
  return app.as.warga(`A${houses}`);
};

const file = (content: Uint8Array | string, name = 'bukti.jpg', type = 'image/jpeg') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });

const upload = (person: Person, proof: File) =>
  person.call(uploadPaymentWarga, { body: july, files: { bukti_transfer: proof } });

const traces = () => tracesOf(app);
const refusedWithoutTrace = <T extends { status: number }>(work: () => Promise<T>, status: number) =>
  refusedLeavingNothing(app, work, status);

async function storedPicture(person: Person, proof: File): Promise<{ full: Buffer; thumbnail: Buffer }> {
  const uploaded = await upload(person, proof);
  expect(uploaded.status).toBe(201);
  const read = async (query: string) => {
    const url = `${app.url}/assets/uploads/${uploaded.body.data.bukti_transfer}${query}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${person.token}` } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    return Buffer.from(await response.arrayBuffer());
  };
  return { full: await read(''), thumbnail: await read('?size=thumb') };
}

const pixel = async (picture: Buffer, x: number, y: number) =>
  [...(await sharp(picture).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3);

describe('a picture is made anew', () => {
  test('upright, at most 1600 px, with a thumbnail and without location', async () => {
    const original = await pictures.phone();
    const given = await sharp(original).metadata();
    expect([given.orientation, Boolean(given.exif), Boolean(given.xmp)]).toEqual([6, true, true]);

    const { full, thumbnail } = await storedPicture(await newcomer(), file(original));
    const metadata = await sharp(full).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1200, height: 1600 });
    for (const each of [metadata, await sharp(thumbnail).metadata()]) {
      expect([each.exif, each.xmp, each.iptc, each.icc, each.orientation]).toEqual(Array(5).fill(undefined));
    }
    for (const secret of ['Telepon', 'Exif', 'xmpmeta', 'Jakarta']) expect(full.includes(secret)).toBe(false);
    // The red band is at the top of the sensor; upright it is on the right.
    const [red = 0, green = 0] = await pixel(full, 1180, 800);
    expect([red > 180, green < 80]).toEqual([true, true]);
    const [leftRed = 255] = await pixel(full, 20, 800);
    expect(leftRed).toBeLessThan(80);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 240, height: 320 });
    expect(thumbnail.length).toBeLessThan(20_000);
  });

  test('with a white background for a transparent PNG', async () => {
    const transparent = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { full } = await storedPicture(await newcomer(), file(transparent, 'bukti.png', 'image/png'));
    expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 40, hasAlpha: false });
    for (const channel of await pixel(full, 20, 20)) expect(channel).toBeGreaterThan(250);
  });

  test.each([
    ['WebP', pictures.webp, 'bukti.webp'],
    ['PNG', pictures.png, 'bukti.png'],
    ['a WebP that is called .jpg', pictures.webp, 'bukti.jpg'],
    ['a JPEG without a proper name', pictures.jpeg, '../../etc/passwd'],
  ])('detected as %s by content', async (_, draw, name) => {
    const { full } = await storedPicture(
      await newcomer(),
      file(await draw(), name, 'application/octet-stream'),
    );
    expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 80 });
  });

  test('without data after the end of the picture', async () => {
    const polyglot = Buffer.concat([
      await pictures.jpeg(),
      Buffer.from('PK\x03\x04<script>alert(1)</script>'),
    ]);
    const { full } = await storedPicture(await newcomer(), file(polyglot));
    expect(full.includes('PK\x03\x04')).toBe(false);
    expect(full.includes('script')).toBe(false);
  });

  test('with colours converted from other profiles', async () => {
    const wide = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00c000' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const { full } = await storedPicture(await newcomer(), file(wide));
    const [red = 255, green = 0] = await pixel(full, 10, 10);
    expect([red < 30, green > 170]).toEqual([true, true]);
  });
});

describe('what is no picture is refused, and nothing stays', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const refused: [
    name: string,
    content: () => Promise<Uint8Array | string> | Uint8Array | string,
    code: string,
  ][] = [
    ['HTML', () => '<!doctype html><script>alert(1)</script>', 'unsupported_image'],
    ['SVG', () => svg, 'unsupported_image'],
    ['SVG with an XML head', () => `<?xml version="1.0"?>${svg}`, 'unsupported_image'],
    ['GIF', () => gif, 'unsupported_image'],
    [
      'AVIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .avif()
          .toBuffer(),
      'unsupported_image',
    ],
    ['PDF', () => '%PDF-1.7\n%%EOF', 'unsupported_image'],
    [
      'a zip archive',
      () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      'unsupported_image',
    ],
    ['nothing', () => '', 'unsupported_image'],
    ['one byte', () => '\xff', 'unsupported_image'],
    ['noise', () => randomBytes(5_000), 'unsupported_image'],
    [
      'SVG behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
      'broken_image',
    ],
    ['half a JPEG', async () => (await pictures.jpeg()).subarray(0, 200), 'broken_image'],
    [
      'a JPEG cut off among its pixels',
      async () => (await pictures.phone()).subarray(0, 40_000),
      'broken_image',
    ],
    ['half a PNG', async () => (await pictures.png()).subarray(0, 60), 'broken_image'],
    ['half a WebP', async () => (await pictures.webp()).subarray(0, 60), 'broken_image'],
    ['a PNG whose pixels are noise', () => png(100, randomBytes(500)), 'broken_image'],
  ];
  test.each(refused)('%s', async (_, content, code) => {
    const proof = file(await content());
    const person = await newcomer();
    const answer = await refusedWithoutTrace(() => upload(person, proof), 415);
    expect(answer.refusal).toMatchObject({ status: 'error', code });
  });
});

describe('floods and bombs', () => {
  test('refuses 900 million pixels in a few kilobytes before decoding', async () => {
    const flood = png(30_000, blackPixels(2_000));
    expect(flood.length).toBeLessThan(30_000);
    const person = await newcomer();
    const grown = await growth(async () => {
      const answer = await refusedWithoutTrace(() => upload(person, file(flood)), 413);
      expect(answer.refusal.code).toBe('image_too_large');
    });
    expect(grown).toBeLessThan(50);
  });

  test('refuses a PNG with the maximum size in its header', async () => {
    const person = await newcomer();
    await refusedWithoutTrace(() => upload(person, file(png(2 ** 31 - 1, blackPixels(10)))), 415);
  });

  test('shrinks 60 million pixels without holding them all in memory', async () => {
    const bomb = file(png(7_900, blackPixels(7_900)));
    expect(bomb.size).toBeLessThan(megabyte);
    const person = await newcomer();
    const grown = await growth(async () => {
      const uploaded = await upload(person, bomb);
      expect(uploaded.status).toBe(201);
    });
    expect(grown).toBeLessThan(150);
  });

  test('does not decompress a text chunk of 300 MB', async () => {
    const bomb = file(png(50, blackPixels(50), [['zTXt', textBomb(300 * megabyte)]]));
    expect(bomb.size).toBeLessThan(4 * megabyte);
    const person = await newcomer();
    const grown = await growth(async () => {
      expect([201, 415]).toContain((await upload(person, bomb)).status);
    });
    expect(grown).toBeLessThan(100);
  });
});

describe('10 MB', () => {
  test('of JPEG are accepted', async () => {
    const content = Buffer.alloc(10 * megabyte);
    (await pictures.jpeg()).copy(content);
    expect((await upload(await newcomer(), file(content))).status).toBe(201);
  });

  test('of another type are 415', async () => {
    const person = await newcomer();
    await refusedWithoutTrace(() => upload(person, file(randomBytes(10 * megabyte))), 415);
  });

  test('and one byte are 413, and say so', async () => {
    const content = Buffer.alloc(10 * megabyte + 1);
    (await pictures.jpeg()).copy(content);
    const person = await newcomer();
    const answer = await refusedWithoutTrace(() => upload(person, file(content)), 413);
    expect(answer.refusal).toMatchObject({
      code: 'file_too_large',
      message: 'Ukuran file maksimal 10MB',
    });
  });
});

describe('forms that are not as they should be leave nothing', () => {
  const boundary = 'batas';
  const text = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const proof = async (name = 'bukti_transfer', content?: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      content ?? (await pictures.jpeg()),
      Buffer.from('\r\n'),
    ]);
  const period = text('tahun', '2026') + text('bulan', '7');
  const end = `--${boundary}--\r\n`;

  const send = async (parts: (Uint8Array | string)[], type = `multipart/form-data; boundary=${boundary}`) => {
    const { token } = await newcomer();
    const body = new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))));
    return await raw(app.url, 'POST /api/warga/payments', { token, body, headers: { 'content-type': type } });
  };

  test('with a missing, invalid or endless boundary', async () => {
    await refusedWithoutTrace(
      async () => send([period, await proof(), end], 'multipart/form-data; boundary=anders'),
      400,
    );
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(300)}`]) {
      await refusedWithoutTrace(async () => send([period, await proof(), end], type), 400);
    }
  });

  test('that end within a file', async () => {
    await refusedWithoutTrace(async () => send([period, await proof()]), 400);
  });

  test('with text instead of a file', async () => {
    const answer = await refusedWithoutTrace(() => send([period, text('bukti_transfer', 'foto'), end]), 422);
    expect(answer).toMatchObject({ json: { errors: { bukti_transfer: 'Bukti transfer harus diupload' } } });
  });

  test('without a chosen file, as sent by browsers', async () => {
    const unchosen = `--${boundary}\r\ncontent-disposition: form-data; name="bukti_transfer"; filename=""\r\n\r\n\r\n`;
    const answer = await refusedWithoutTrace(() => send([period, unchosen, end]), 422);
    expect(answer).toMatchObject({ json: { errors: { bukti_transfer: 'Bukti transfer harus diupload' } } });
  });

  test('with the file under another name', async () => {
    await refusedWithoutTrace(async () => send([period, await proof('foto'), end]), 422);
  });

  test('with a file instead of text', async () => {
    await refusedWithoutTrace(
      async () => send([await proof('tahun'), text('bulan', '7'), await proof(), end]),
      422,
    );
  });

  test('with field names of Object.prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      await refusedWithoutTrace(async () => send([text(name, 'x'), period, await proof(), end]), 400);
    }
  });

  test('the second of two refused files', async () => {
    await refusedWithoutTrace(
      async () => send([period, await proof('bukti_transfer', Buffer.from('<html>')), await proof(), end]),
      415,
    );
  });

  test('with two files of one name: the first counts', async () => {
    const before = await traces();
    const answer = await send([
      period,
      await proof(),
      await proof('bukti_transfer', Buffer.from('<html>')),
      end,
    ]);
    expect(answer.status).toBe(201);
    const after = await traces();
    expect([after.objects.length - before.objects.length, after.temporary]).toEqual([2, []]);
  });

  test('a hundred fields, and a huge one', async () => {
    const many = Array.from({ length: 100 }, (_, index) => text(`f${index}`, 'x'));
    await refusedWithoutTrace(async () => send([...many, period, await proof(), end]), 413);
    await refusedWithoutTrace(
      async () => send([text('catatan', 'x'.repeat(100_000)), period, await proof(), end]),
      413,
    );
  });
});

describe('documents', () => {
  const send = async (content: Uint8Array | string, name: string) =>
    (await app.as.admin()).call(uploadDocument, {
      body: { judul: 'Surat' },
      files: { file: file(content, name, 'application/pdf') },
    });

  test.each([
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n%%EOF', 'a.pdf', 'application/pdf'],
    ['a PDF that is called .docx', () => '%PDF-1.4\n%%EOF', 'a.docx', 'application/pdf'],
    ['a DOCX', () => word(), 'a.docx', docx],
    ['a DOC', () => compound('WordDocument'), 'a.doc', 'application/msword'],
  ])('detected as %s by content', async (_, content, name, type) => {
    const uploaded = await send(content(), name);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body.data.tipe_file).toBe(type);
  });

  test.each([
    ['HTML', () => '<html>%PDF-1.7'],
    ['an Excel sheet of old', () => compound('Workbook')],
    ['a plain zip archive', () => zip({ 'a.txt': 'x' })],
    ['a picture', () => pictures.jpeg()],
    ['nothing', () => ''],
  ])('refuses %s named .pdf without traces', async (_, content) => {
    const body = await content();
    await refusedWithoutTrace(() => send(body, 'a.pdf'), 415);
  });
});
