/** Where files lie: four methods, so that a folder or a bucket can stand behind them. */
import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Bytes of the whole object, whatever range was asked for. */
  size: number;
  /** The range asked for, or everything. */
  stream: Readable;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The storage does not answer or refuses us: nobody's mistake, and over by itself once it is back. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** @throws StorageUnavailable */
export interface Storage {
  /** Durable when it returns: a crash afterwards does not lose it. */
  put(key: string, content: Buffer | Blob): Promise<void>;
  /** Null when there is no such object. */
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key below the prefix, with the time it was written. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>;
}
