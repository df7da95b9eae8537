/** Random photos of camera size: only the compression effort matters. */
import sharp from 'sharp';

async function photo(width: number, height: number, quality: number): Promise<File> {
  const grain = (scale: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(width / scale),
        height: Math.ceil(height / scale),
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const jpeg = await sharp(await grain(12, 60))
    .composite([{ input: await grain(2, 14), blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
  return new File([new Uint8Array(jpeg)], 'bukti.jpg', { type: 'image/jpeg' });
}

/** 12 megapixels, 3 to 6 MB. */
export const fromCamera = () => photo(4000, 3000, 93);

/** Output size of `client/ui/shrink-image.ts`: about 300 kB. */
export const shrunk = () => photo(1600, 1200, 77);
