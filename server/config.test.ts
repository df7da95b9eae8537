import { expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from './config.ts';

z.config(z.locales.id());

const keys = { S3_ACCESS_KEY: 'kunci', S3_SECRET_KEY: 'rahasia' };
const aws = {
  kind: 's3',
  prefix: '',
  endpoint: undefined,
  region: 'us-east-1',
  accessKey: 'kunci',
  secretKey: 'rahasia',
};

test.each([
  [{}, { kind: 'folder', folder: 'data/files' }],
  [{ DATA_DIR: '/var/lib/guyub' }, { kind: 'folder', folder: '/var/lib/guyub/files' }],
  [{ STORAGE: '/mnt/berkas' }, { kind: 'folder', folder: '/mnt/berkas' }],
  [
    { STORAGE: 's3://asri', ...keys },
    { ...aws, bucket: 'asri' },
  ],
  [
    { STORAGE: 's3://asri/blok-a/1/?endpoint=https://s3.example:9000/&region=auto', ...keys },
    { ...aws, bucket: 'asri', prefix: 'blok-a/1/', endpoint: 'https://s3.example:9000', region: 'auto' },
  ],
])('accepts %j', (env, storage) => {
  expect(readConfig(env).storage).toEqual(storage);
});

test('accepts addresses, ranges and range names of proxies', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: 'loopback, ::1,172.30.0.0/16,fd00::/8' });
  expect(trustProxy).toEqual(['loopback', '::1', '172.30.0.0/16', 'fd00::/8']);
});

test.each(['https://guyub.example', 'https://guyub.example/', 'http://10.0.0.7:3001'])(
  'uses %s as public address',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''));
  },
);

test.each([
  [{ PORT: '99999' }, 'PORT Too big'],
  [{ METRICS_TOKEN: 'terlalu-pendek' }, 'METRICS_TOKEN must be 16 to 200'],
  [{ METRICS_TOKEN: 'berisi/garis+miring=' }, 'METRICS_TOKEN must be 16 to 200'],
  [{ TZ: 'Asia/Jogja' }, 'is not an IANA time zone'],
  [{ PUBLIC_URL: 'https://x.id/guyub' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id/?x' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id#x' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id\\guyub' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://kunci:rahasia@x.id' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'guyub.example' }, 'PUBLIC_URL Invalid URL'],
  [{ TRUST_PROXY: 'caddy' }, 'TRUST_PROXY must be addresses'],
  [{ TRUST_PROXY: '127.0.0.1, 10.0.0.0/33' }, 'TRUST_PROXY must be addresses'],
  [{ STORAGE: 'berkas' }, 'must be local'],
  [{ STORAGE: 's3://A' }, 'must be local'],
  [{ STORAGE: 's3://asri' }, 'S3_ACCESS_KEY'],
  [{ STORAGE: 's3://asri', ...keys, S3_SECRET_KEY: '' }, 'S3_SECRET_KEY'],
  [{ STORAGE: 's3://asri?endpoint=ftp://x', ...keys }, 'endpoint'],
  [{ STORAGE: 's3://asri?endpoint=https://kunci:rahasia@x', ...keys }, 'endpoint'],
  [{ STORAGE: 's3://asri?acl=public-read', ...keys }, 'has no acl'],
])('%j stops the start, and no secret is shown', (env, says) => {
  const start = () => readConfig(env);
  expect(start).toThrow(says);
  expect(start).not.toThrow('rahasia');
});
