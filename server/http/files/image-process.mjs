/**
 * The process that decodes pictures, which people send and which may be made to do harm: one at a time, with a limit on
 * its memory. `images.ts` starts it; it knows neither database nor storage, and ends with the server. Plain JavaScript,
 * because stripping types needs a compiler that this process does without.
 */
import sharp from 'sharp';

/** More than the cameras of phones have; decoding more takes too long. */
const maxPixels = 110_000_000;
/** Bytes. A picture that needs more does not fit into the memory limit of this process. */
const maxMemory = 120 * 1_048_576;
/** Lines of a PNG that libvips holds at a time while it shrinks them; measured, rounded up. */
const linesKept = 2_000;

// No picture comes twice: what libvips would remember of one helps with no other.
sharp.cache(false);
sharp.concurrency(1);
// These three and no other. The loader of "ultra HDR" would take a phone's JPEG and decode it in full size.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

process.on('message', (/** @type {import('./images.ts').ImageOrder} */ order) => {
  void make(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

/**
 * @param {import('./images.ts').ImageOrder} order
 * @returns {Promise<import('./images.ts').ImageAnswer>}
 */
async function make({ source, sizes }) {
  const options = /** @type {const} */ ({ limitInputPixels: false, failOn: 'error', sequentialRead: true });
  try {
    const metadata = await sharp(source, options).metadata();
    if (metadata.width * metadata.height > maxPixels || memoryOf(metadata) > maxMemory)
      return { refusal: 'image_too_large' };
    /** @type {Buffer[]} */
    const made = [];
    for (const { side, quality } of sizes) {
      const picture = sharp(made.at(-1) ?? source, options)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality });
      made.push(await picture.toBuffer());
    }
    return { made };
  } catch (error) {
    // The limit was met although the header promised less.
    const outOfMemory = error instanceof Error && /memory/.test(error.message);
    return { refusal: outOfMemory ? 'image_too_large' : 'broken_image' };
  }
}

/**
 * Bytes that decoding takes beside what every picture takes, from what the header says. Pixels alone do not tell: a
 * baseline JPEG is shrunk while it is read, a progressive one is kept whole (docs/decisions/0021-pictures.md).
 * @param {import('sharp').Metadata} header
 */
function memoryOf({ format, width, height, channels, depth, isProgressive, chromaSubsampling }) {
  const pixels = width * height;
  const bytesPerPixel = channels * (depth === 'ushort' ? 2 : 1);
  if (format === 'webp') return pixels * 8; // lossless, or an animation's first frame: twice
  if (format === 'png') return (isProgressive ? pixels : Math.min(height, linesKept) * width) * bytesPerPixel;
  if (!isProgressive) return 0;
  // Two bytes for each coefficient; colours of half the width and height are half of them.
  return pixels * channels * (chromaSubsampling === '4:2:0' ? 1 : 2);
}
