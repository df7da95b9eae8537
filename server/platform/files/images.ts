/** Pictures are decoded and made anew: upright, without metadata, at most 1600 px, with a small thumbnail. */
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { Refusal } from '../http/refusal.ts';

/** Refused before decoding: more pixels than any phone's camera needs here, and what a pixel flood lives on. */
const maxPixels = 64_000_000;
/** Far more than the slowest machine needs; a picture can be made to be decoded without end. */
const seconds = 30;
const maxSide = 1600;
const thumbnailSide = 320;
const profileSide = 256;

// No picture comes twice: what libvips would remember of one helps with no other.
sharp.cache(false);

/** Decoding takes up to 150 MB a picture; two at a time keep a 1 GB machine alive, and one processor busy with one. */
const queue = pLimit(Math.min(2, availableParallelism()));
/** The last of them waits for a quarter of a minute, and all of them lie on the disk. */
const mostWaiting = 100;

/** @throws Refusal busy in a flood, so that those who are in the queue see its end */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= mostWaiting) throw new Refusal('busy');
  return await queue(work);
}

export interface Picture {
  full: Buffer;
  thumbnail: Buffer;
}

export const pictureType = 'image/jpeg';

/** @throws Refusal 415 when the picture cannot be decoded or has too many pixels, or busy */
export function makePicture(source: string): Promise<Picture> {
  return inTurn(async () => {
    const full = await resized(source, maxSide, 82);
    return { full, thumbnail: await resized(full, thumbnailSide, 70) };
  });
}

/** A profile photo as a data URL (specification §3). */
export function makeProfilePhoto(source: Buffer): Promise<string> {
  return inTurn(async () => {
    const photo = await resized(source, profileSide, 80);
    return `data:${pictureType};base64,${photo.toString('base64')}`;
  });
}

async function resized(source: string | Buffer, side: number, quality: number): Promise<Buffer> {
  try {
    return await sharp(source, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .timeout({ seconds })
      .toBuffer();
  } catch (error) {
    const flood = error instanceof Error && error.message.includes('pixel limit');
    throw new Refusal(flood ? 'image_too_many_pixels' : 'broken_image');
  }
}
