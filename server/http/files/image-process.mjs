/**
 * Decodes uploaded pictures one at a time, isolated in a process with a memory limit, because pictures may be
 * malicious. Started by `images.ts`, has no access to database or storage, and exits with the server. Plain
 * JavaScript, because type stripping would need more memory.
 */
import sharp from 'sharp';

/** Above the resolution of phone cameras; larger pictures take too long to decode. */
const maxPixels = 110_000_000;
/** Bytes. Larger pictures would exceed the memory limit of the process. */
const maxMemory = 120 * 1_048_576;
/** PNG lines that libvips buffers while shrinking; measured, rounded up. */
const linesKept = 2_000;

// A cache does not help: no picture is decoded twice.
sharp.cache(false);
sharp.concurrency(1);
// Only these loaders. The loader for "ultra HDR" would decode a phone's JPEG at full size.
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
    // The header announced less memory than decoding took.
    const outOfMemory = error instanceof Error && /memory/.test(error.message);
    return { refusal: outOfMemory ? 'image_too_large' : 'broken_image' };
  }
}

/**
 * Bytes for decoding, estimated from the header, in addition to the constant part. A baseline JPEG is shrunk
 * while it is read, a progressive one is kept as a whole
 * (docs/decisions/0021-pictures-in-a-process-of-their-own.md).
 * @param {import('sharp').Metadata} header
 */
function memoryOf({ format, width, height, channels, depth, isProgressive, chromaSubsampling }) {
  const pixels = width * height;
  const bytesPerPixel = channels * (depth === 'ushort' ? 2 : 1);
  if (format === 'webp') return pixels * 8; // lossless, or two frames of an animation
  if (format === 'png') return (isProgressive ? pixels : Math.min(height, linesKept) * width) * bytesPerPixel;
  if (!isProgressive) return 0;
  // Two bytes per coefficient; with 4:2:0 the colour channels have half as many.
  return pixels * channels * (chromaSubsampling === '4:2:0' ? 1 : 2);
}
