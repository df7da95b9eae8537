import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** For what hangs: machines of CI differ threefold, and many tests start processes. What is fast is for bench/. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 };

const server = {
  include: ['server/**/*.test.ts'],
  exclude: [...configDefaults.exclude, '**/*.s3.test.ts', '**/*.faults.test.ts'], // configurations of their own
  ...patience,
};

/** What they show happens before or beside any database, so one kind will do. */
const besideDatabases = [
  'server/{config,load-config,reach-folders}.test.ts',
  'server/http/bodies.test.ts',
  'server/http/files/{uploads,worst-pictures}.test.ts',
  'server/areas/statements/bad-statements.test.ts',
  'server/operations/{commands,create-ketua,under-limits}.test.ts',
  'server/operations/backup/{hostile-archives,origin}.test.ts',
  'server/operations/move/move-files.test.ts',
  'server/testing/faults/process.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than processors: each waits for the database and for processes of its own at times.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    isolate: false, // reading the program anew for each file would be a quarter of the time
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,client,scripts,tools}/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          ...server,
          name: 'server-sqlite',
          exclude: [...server.exclude, '**/*.postgres.test.ts'],
          env: { GUYUB_TEST_DATABASE: 'sqlite' },
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          exclude: [...server.exclude, ...besideDatabases],
          env: { GUYUB_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
