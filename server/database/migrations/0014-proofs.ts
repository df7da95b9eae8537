/**
 * What the doctor compares: checksums of files, and marks of sessions that only the server can make. Sessions of before
 * have none and end. Accounts and settings of before are noted in the audit log once, at the first start.
 */
export function statements(): string[] {
  return [
    'ALTER TABLE files ADD COLUMN sha256 text',
    'DELETE FROM sessions',
    `ALTER TABLE sessions ADD COLUMN tanda text NOT NULL DEFAULT ''`,
    `INSERT INTO jobs (nama) VALUES ('catat-keadaan')`,
  ];
}
