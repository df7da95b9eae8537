import type { StoragePlace } from '../config.ts';
import { localStorage } from './local.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** A storage that cannot be reached surfaces with the first file, not here. */
export function openStorage(place: StoragePlace): Storage {
  return place.kind === 's3' ? s3Storage(place) : localStorage(place.folder);
}
