import type { Readable } from 'node:stream';

export interface StoredObject {
  size: number;
  stream: Readable;
}

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';
}

export interface Storage {
  /** Durable: synced to disk when it resolves. */
  put(key: string, content: Buffer | Blob): Promise<void>;
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>;
}
