/** Sessions that the server did not open: their mark is an HMAC by a key that does not lie in the database. */
import { toBase64 } from '../../../contract/encoding.ts';
import { sessionText } from '../../areas/auth/queries.ts';
import { macBy } from '../../areas/log/open-signer.ts';
import { findKey } from '../../areas/log/queries.ts';
import { publicBytes, readKeyFile } from '../../areas/log/read-key.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/open.ts';
import { lastId, ranges } from './queries.ts';
import type { Pace, Violation } from './violation.ts';

export async function* checkSessions(
  db: Db,
  pace: Pace,
  { logKeyFile }: Pick<Config, 'logKeyFile'>,
): AsyncGenerator<Violation> {
  const [known, privateKey] = [await findKey(db), readKeyFile(logKeyFile)];
  if (!privateKey) return; // says the start of the server
  if (known && known.kunci_publik !== toBase64(publicBytes(privateKey))) {
    const says = 'bukan kunci yang dipegang server: log dapat ditandatangani orang lain';
    yield { invariant: 'log', table: 'log_kunci', id: known.asal, says };
  }
  const mac = macBy(privateKey);
  for (const ids of ranges(await lastId(db, 'sessions'))) {
    const sessions = await pace(() => listSessions(db, ids));
    for (const { id, nama, tanda, ...session } of sessions)
      if (tanda !== mac(sessionText(session)))
        yield {
          invariant: 'session',
          table: 'sessions',
          id,
          says: `masuk sebagai ${nama} tanpa lewat halaman masuk`,
        };
  }
}

/** Those of accounts that may not be signed in at all are another rule's. */
function listSessions(db: Db, { from, to }: { from: number; to: number }) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'token_hash', 'dibuat', 'tanda', 'users.nama'])
    .where((eb) => eb.between('sessions.id', from, to))
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null)
    .execute();
}
