import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { defaultTimeZone } from '../contract/format.ts';
import { demoAccess } from './demo/accounts.ts';

/** Offsets are refused: browsers of older phones know no `+07:00`, and `Etc/GMT+7` lies west of Greenwich. */
const isTimeZone = (timeZone: string) => {
  if (/^[+-]|GMT[+-]/i.test(timeZone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format();
    return true;
  } catch {
    return false;
  }
};

const entriesOf = (list: string) => list.split(',').flatMap((entry) => entry.trim() || []);

const isRange = (entry: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return Number(bits) >= 1 && Number(bits) <= most;
};

const origin = /^https?:\/\/[^/?#@\\]+\/?$/i;

const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

function wholeNumber(least: number, most: number) {
  const says = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number(says)
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, says);
}

/** `@/` stands before a socket's name in the query, which a URL does not know. */
const isDatabaseUrl = (url: string) =>
  /^postgres(ql)?:\/\/[^#]*$/.test(url) && URL.canParse(url.replace('@/', '@localhost/'));

const environment = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  PORT: wholeNumber(0, 65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be postgres://USER:PASSWORD@HOST/DATABASE, with / ? # @ in the password as %2F %3F %23 %40',
    )
    .optional(),
  STORAGE: z.string().default('local'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  PUBLIC_URL: z
    .string()
    .refine(
      (url) => origin.test(url) && URL.canParse(url),
      'must be http:// or https:// and a host, without a path',
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (list) => entriesOf(list).every(isRange),
      'must be addresses or ranges such as 127.0.0.1 or 10.0.0.0/8, comma separated',
    )
    .optional(),
  TZ: z
    .string()
    .default(defaultTimeZone)
    .refine(isTimeZone, 'must be a time zone such as Asia/Jakarta, Asia/Makassar or Asia/Jayapura'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: oneOf('0', '1', 'true', 'false', 'dua-dana').default('1'),
  LOG_KEY_FILE: z.string().min(1).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(0, 1_000).default(7),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be the recipient of an age identity: age1…')
    .optional(),
  /** Per person and process. Applies to likes, posts, confirmations and all other writes. */
  CHANGES_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  FILE_QUOTA_MB: wholeNumber(1, 10_000_000).default(2_048),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, - or _')
    .optional(),
});

export interface FolderPlace {
  kind: 'folder';
  folder: string;
}

export interface BucketPlace {
  kind: 's3';
  bucket: string;
  /** Empty or ends with a slash. Allows several estates to share a bucket. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  accessKey: string;
  secretKey: string;
}

export type StoragePlace = FolderPlace | BucketPlace;

/** The folders that an estate lies in. */
export const foldersOf = ({ dataDir, storage, backup }: Pick<Config, 'dataDir' | 'storage' | 'backup'>) => [
  dataDir,
  backup.dir,
  ...(storage.kind === 'folder' ? [storage.folder] : []),
];

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: NodeJS.ProcessEnv) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Configuration is not valid:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const isDemo = !['0', 'false'].includes(values.DEMO);
  if (production && present.DEMO !== undefined && isDemo) {
    throw new Error(
      'Configuration is not valid:\n  DEMO must not be on in production: its passwords are public',
    );
  }
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    storage: readStorage(values.STORAGE, env),
    /** Public address of the server; determines secure cookies and absolute URLs in exports. */
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    trustProxy: entriesOf(values.TRUST_PROXY ?? ''),
    timeZone: values.TZ,
    logLevel: values.LOG_LEVEL,
    demo: isDemo && !production ? demoAccess : null,
    /** The demo estate has two accounts and two funds. */
    demoIsSplit: values.DEMO === 'dua-dana',
    /** Private key that signs the log; its owner alone may read it. */
    logKeyFile: values.LOG_KEY_FILE ?? join(values.DATA_DIR, 'log.key'),
    backup: {
      dir: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
      /** Number of daily backups to keep; 0 disables daily backups. */
      keep: values.BACKUP_KEEP,
      /** Public key of age to which backups are encrypted. */
      recipient: values.BACKUP_RECIPIENT,
    },
    changesPerMinute: values.CHANGES_PER_MINUTE,
    fileQuota: values.FILE_QUOTA_MB * 1_048_576,
    metricsToken: values.METRICS_TOKEN,
  };
}

/**
 * `local` (below DATA_DIR), an absolute folder, or `s3://bucket/prefix?endpoint=https://…&region=…`. The keys
 * are separate variables, because URLs end up in logs.
 * @throws Error
 */
export function readStorage(storage: string, env: NodeJS.ProcessEnv): StoragePlace {
  const complain = (says: string) => new Error(`Configuration is not valid:\n  ${says}`);
  if (storage === 'local') return { kind: 'folder', folder: join(env.DATA_DIR || './data', 'files') };
  if (isAbsolute(storage)) return { kind: 'folder', folder: storage };
  const parts = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?(?:\?(.*))?$/.exec(storage);
  if (!parts)
    throw complain('STORAGE must be local, the absolute path of a folder, or s3://bucket?endpoint=…');
  const [, bucket = '', path = '', query] = parts;
  const { endpoint, region = 'us-east-1', ...others } = Object.fromEntries(new URLSearchParams(query));
  const [stranger] = Object.keys(others);
  if (stranger) throw complain(`STORAGE has no ${stranger}, only endpoint and region`);
  if (endpoint !== undefined && !origin.test(endpoint)) {
    throw complain('STORAGE: endpoint must be http:// or https:// and a host');
  }
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env;
  if (!accessKey || !secretKey) throw complain('STORAGE in a bucket needs S3_ACCESS_KEY and S3_SECRET_KEY');
  const prefix = path === '' ? '' : `${path.slice(1)}/`;
  return { kind: 's3', bucket, prefix, endpoint: endpoint?.replace(/\/$/, ''), region, accessKey, secretKey };
}
