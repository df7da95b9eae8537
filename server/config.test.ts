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
  [{ NODE_ENV: 'produksi' }, 'NODE_ENV must be one of development, test, production'],
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'tiga ribu' }, 'PORT must be a whole number'],
  [{ BACKUP_KEEP: '1.5' }, 'BACKUP_KEEP must be a whole number from 0'],
  [{ BACKUP_KEEP: '-1' }, 'BACKUP_KEEP must be a whole number from 0'],
  [{ FILE_QUOTA_MB: '2GB' }, 'FILE_QUOTA_MB must be a whole number from 1'],
  [{ CHANGES_PER_MINUTE: 'Infinity' }, 'CHANGES_PER_MINUTE must be a whole number from 1'],
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of fatal, error'],
  [{ DEMO: 'ya' }, 'DEMO must be one of 0, 1'],
  [{ DATABASE_URL: 'mysql://guyub:rahasia@x/guyub' }, 'DATABASE_URL must be postgres://USER'],
  [{ DATABASE_URL: 'postgres://guyub:raha/sia@x/guyub' }, 'DATABASE_URL must be postgres://USER'],
  [{ DATABASE_URL: 'postgres://guyub:p@rahasia#1@x/guyub' }, 'with / ? # @ in the password as %2F'],
  [{ METRICS_TOKEN: 'terlalu-pendek' }, 'METRICS_TOKEN must be 16 to 200'],
  [{ METRICS_TOKEN: 'berisi/garis+miring=' }, 'METRICS_TOKEN must be 16 to 200'],
  [{ TZ: 'Asia/Jogja' }, 'TZ must be a time zone such as Asia/Jakarta'],
  [{ TZ: '+07:00' }, 'TZ must be a time zone such as Asia/Jakarta'],
  [{ TZ: 'Etc/GMT-7' }, 'TZ must be a time zone such as Asia/Jakarta'],
  [{ PUBLIC_URL: 'https://x.id/guyub' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id/?x' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id#x' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://x.id\\guyub' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://kunci:rahasia@x.id' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'guyub.example' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://contoh id' }, 'PUBLIC_URL must be'],
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
