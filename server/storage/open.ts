import type { StoragePlace } from '../config.ts';
import { localStorage } from './local.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

export function openStorage(place: StoragePlace): Storage {
  return place.kind === 's3' ? s3Storage(place) : localStorage(place.folder);
}
