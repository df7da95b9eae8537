import { defineConfig } from 'vitest/config';

/** `npm test -- s3`. */
export default defineConfig({
  test: {
    name: 's3',
    pool: 'forks',
    maxWorkers: 2,
    include: [
      'server/**/*.s3.test.ts',
      'server/failover.postgres.test.ts',
      'server/http/files/{assets,uploads}.test.ts',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { GUYUB_TEST_DATABASE: 'postgres' },
    globalSetup: ['server/testing/postgres-setup.ts', 'server/testing/s3-setup.ts'],
  },
});
