import { expect, test } from 'vitest';
import { findLinks } from './links.ts';

const hrefs = (text: string) => findLinks(text).map(({ href }) => href);
const labels = (text: string) => findLinks(text).map(({ label }) => label);

test('finds addresses of http and https, wherever they stand in a sentence', () => {
  expect(hrefs('Daftar di https://contoh.id/daftar?blok=A1&ya=1#form, atau http://lain.id.')).toEqual([
    'https://contoh.id/daftar?blok=A1&ya=1#form',
    'http://lain.id/',
  ]);
  expect(hrefs('(lihat https://contoh.id/a) dan https://id.wikipedia.org/wiki/Guyub_(desa)')).toEqual([
    'https://contoh.id/a',
    'https://id.wikipedia.org/wiki/Guyub_(desa)',
  ]);
});

test('finds addresses that begin with www or wa.me, as people shorten them', () => {
  expect(hrefs('Pesan ke wa.me/6281234567890, info di WWW.contoh.id/warga.')).toEqual([
    'https://wa.me/6281234567890',
    'https://www.contoh.id/warga',
  ]);
  for (const text of [
    'budi@www.contoh.id',
    'www.',
    'wa.me/',
    'awww.lucu',
    'contoh.id/wa.me/x',
    'https://wa.me@jahat.id',
  ])
    expect(findLinks(text)).toEqual([]);
});

test('nothing else becomes a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://contoh.id',
    'contoh.id',
    'https://',
    'http://x',
  ])
    expect(findLinks(text)).toEqual([]);
});

test('an address that hides its host behind a name is left as text', () => {
  expect(findLinks('https://klikbca.com@jahat.example/masuk')).toEqual([]);
});

test('the label shows the host as the browser reads it', () => {
  expect(labels('https://xn--80ak6aa92e.com/ https://аррӏе.com/')).toEqual([
    'xn--80ak6aa92e.com',
    'xn--80ak6aa92e.com',
  ]);
});

test('a long address is shortened for the eye alone', () => {
  const long = `https://contoh.id/${'panjang/'.repeat(20)}akhir`;
  const [link] = findLinks(long);
  expect(link?.href).toBe(long);
  expect(link?.label).toHaveLength(48);
  expect(link?.label).toMatch(/^contoh\.id\/panjang.*…$/);
});

test('says where in the text they are', () => {
  const text = 'Foto: https://contoh.id/a selesai';
  const [link] = findLinks(text);
  expect(text.slice(link?.start, link?.end)).toBe('https://contoh.id/a');
});
