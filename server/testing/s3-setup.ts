import { startS3 } from './s3.ts';

/** Vitest's global setup of the project s3: one server for all its test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const s3 = await startS3();
  process.env.GUYUB_TEST_S3 = s3.endpoint; // the workers inherit it
  return () => s3.stop();
}
