import { defineConfig } from 'vitest/config';

const faults = {
  pool: 'forks' as const,
  include: ['server/testing/faults/**/*.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** `npm test -- faults`. One file at a time: some of them take all memory, connections or time that there is. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [
      { test: { ...faults, name: 'faults-sqlite', env: { GUYUB_TEST_DATABASE: 'sqlite' } } },
      {
        test: {
          ...faults,
          name: 'faults-postgres',
          exclude: ['server/testing/faults/process.test.ts'], // happens before any database
          env: { GUYUB_TEST_DATABASE: 'postgres' },
          globalSetup: 'server/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
