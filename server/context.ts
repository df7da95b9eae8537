/** Everything that handlers depend on. Created once by main.ts or by a test and passed down explicitly. */
import type { FastifyBaseLogger } from 'fastify';
import type { LogSigner } from './areas/log/open-signer.ts';
import type { PushService } from './areas/push/push-service.ts';
import type { Clock, Pause } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './database/open.ts';
import type { Write, WriteAccount } from './database/write.ts';
import type { Files } from './http/files/files.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Storage } from './storage/storage.ts';

export interface Context {
  readonly config: Config;
  readonly database: Database;
  /** Reads see the last commit and never wait for a write. */
  readonly db: Db;
  readonly write: Write;
  readonly writeAccount: WriteAccount;
  /** Signs checkpoints and receipts with the key of the log. */
  readonly signer: LogSigner;
  /** Where pushes may be sent to. */
  readonly pushService: PushService;
  readonly files: Files;
  readonly storage: Storage;
  readonly realtime: Realtime;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly log: FastifyBaseLogger;
}
