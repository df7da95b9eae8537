import { startS3 } from './s3.ts';

/** Global setup of the project s3: one server for all test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const s3 = await startS3();
  process.env.GUYUB_TEST_S3 = s3.endpoint;
  return () => s3.stop();
}
