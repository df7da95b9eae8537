import { defineConfig } from 'vitest/config';

const server = { include: ['server/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['{contract,client,scripts}/**/*.test.ts'] } },
      { test: { ...server, name: 'server-sqlite', env: { GUYUB_TEST_DATABASE: 'sqlite' } } },
      {
        test: {
          ...server,
          name: 'server-postgres',
          env: { GUYUB_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
