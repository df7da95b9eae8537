/** A generated SQLite estate with sessions for everybody; every referenced file exists. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../server/areas/auth/hash-password.ts';
import { hashToken, newToken } from '../server/areas/auth/session-tokens.ts';
import { openDatabase } from '../server/database/open.ts';
import { keysOf } from '../server/http/files/files.ts';
import { pictures } from '../server/testing/pictures.ts';
import { makeLargeEstate } from './large-estate.ts';

export const password = 'rahasia1';

export interface Reader {
  id: number;
  email: string;
  token: string;
}

/**
 * @param pictured number of newest proofs with a file, to limit the number of files
 * @returns one session of each person, starting with the ketua; then a second one of each
 */
export async function makeEstate(
  dataDir: string,
  residents: number,
  sessionsEach = 1,
  pictured = Number.MAX_SAFE_INTEGER,
): Promise<Reader[]> {
  console.log(`Making an estate of ${residents} residents …`);
  await makeLargeEstate({ dataDir, databaseUrl: undefined }, residents);
  const database = openDatabase({ dataDir, databaseUrl: undefined });
  const now = new Date().toISOString();
  const readers: Reader[] = [];
  const picture = await pictures.jpeg();
  await database.writer.transaction().execute(async (tx) => {
    await tx.updateTable('files').set({ ukuran_file: picture.length }).execute();
    await tx
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute();
    const people = await tx.selectFrom('users').select(['id', 'email']).orderBy('id').execute();
    for (let session = 0; session < sessionsEach; session += 1) {
      for (const { id, email } of people) {
        const token = newToken();
        const seen = { dibuat: now, terakhir_aktif: now };
        await tx
          .insertInto('sessions')
          .values({ user_id: id, token_hash: hashToken(token), perangkat: 'Bench', ...seen })
          .execute();
        readers.push({ id, email, token });
      }
    }
  });
  const files = database.read.selectFrom('files').select(['nama', 'kind']);
  const proofs = files.where('kind', '=', 'proof').orderBy('nama', 'desc').limit(pictured);
  layFiles(dataDir, picture, [
    ...(await proofs.execute()),
    ...(await files.where('kind', '!=', 'proof').execute()),
  ]);
  await database.close();
  return readers;
}

/** All files are the same small picture: their content is not measured. */
function layFiles(dataDir: string, picture: Buffer, files: readonly Parameters<typeof keysOf>[0][]) {
  for (const folder of ['uploads', 'thumbnails', 'documents'])
    mkdirSync(join(dataDir, 'files', folder), { recursive: true });
  for (const file of files)
    for (const key of keysOf(file)) writeFileSync(join(dataDir, 'files', key), picture);
}
