/** Every environment variable, in one validated place. A wrong or unsafe value stops the start with a sentence. */
import * as z from 'zod';
import { defaultTimeZone } from '../contract/format.ts';
import { type DemoAccess, demoAccess } from './demo/accounts.ts';

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true');

const isTimeZone = (value: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
};

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  STORAGE: z.literal('local').default('local'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Addresses or CIDR ranges of the reverse proxy whose X-Forwarded-For is believed, comma separated. */
  TRUST_PROXY: z.string().optional(),
  TZ: z.string().default(defaultTimeZone).refine(isTimeZone, 'is not an IANA time zone'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag(true),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Absent = embedded SQLite under `dataDir`. */
  databaseUrl: string | undefined;
  /** Where people reach the server; decides secure cookies and full addresses in exports. */
  publicUrl: string;
  trustProxy: string[];
  timeZone: string;
  logLevel: string;
  /** The demo estate and its accounts; null in production and when switched off. */
  demo: DemoAccess | null;
  metricsToken: string | undefined;
}

/** @throws Error naming each wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Configuration is not valid:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production && present.DEMO !== undefined && values.DEMO) {
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
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    trustProxy: (values.TRUST_PROXY ?? '').split(',').flatMap((entry) => entry.trim() || []),
    timeZone: values.TZ,
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO && !production ? demoAccess : null,
    metricsToken: values.METRICS_TOKEN,
  };
}
