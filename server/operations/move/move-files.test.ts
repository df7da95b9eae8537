/** The command move -- files. `storage.s3.test.ts` covers buckets. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadDocument } from '../../../contract/documents.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { photo } from '../../testing/pictures.ts';
import { bareEnv } from '../../testing/process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const script = join(import.meta.dirname, '../commands/move/files.ts');
const there = () => join(app.folder, 'tempat lain');
function move(): Promise<{ code: number; said: string }> {
  const { databaseUrl } = app.context.config;
  const env = { ...bareEnv, DATA_DIR: app.folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  return promisify(execFile)(process.execPath, [script, '--to', there()], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  );
}

test('copies every referenced file once, replaces damaged ones and lists missing ones', async () => {
  const proof = await (await app.as.warga('A1')).call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan: 7 },
    files: { bukti_transfer: await photo() },
  });
  const file = new File(['%PDF-1.7\n%%EOF'], 'a.pdf');
  await (await app.as.admin()).call(uploadDocument, { body: { judul: 'Surat' }, files: { file } });
  await app.context.storage.put('uploads/yatim.jpg', Buffer.from('x'));
  expect(await move()).toEqual({
    code: 0,
    said: expect.stringContaining('3 copied, 0 were there already, 0 are lost.') as string,
  });

  const picture = `uploads/${proof.body.data.bukti_transfer}`;
  const original = await readFile(join(app.folder, 'files', picture));
  expect((await readFile(join(there(), picture))).equals(original)).toBe(true);
  await expect(readFile(join(there(), 'uploads/yatim.jpg'))).rejects.toThrow('ENOENT');

  await writeFile(join(there(), picture), Buffer.alloc(original.length));
  expect((await move()).said).toContain('1 copied, 2 were there already, 0 are lost.');
  expect((await readFile(join(there(), picture))).equals(original)).toBe(true);

  await app.context.storage.remove(picture);
  expect(await move()).toEqual({
    code: 1,
    said: expect.stringMatching(
      `✗ ${picture} is lost[^]*0 copied, 2 were there already, 1 are lost`,
    ) as string,
  });
});
