import { decodeUpright } from '../../lib/decode-upright.ts';

/** Edge length in pixels; the server stores at most 256. */
const longest = 512;

/**
 * Crops the centre square of a picture and returns it as a small JPEG data URL.
 * @throws Error with a user-facing message when the browser cannot decode the file
 */
export async function squarePhoto(file: Blob): Promise<string> {
  const bitmap = await decodeUpright(file).catch(() => {
    throw new Error('Foto tidak dapat dibaca. Pilih foto JPG, PNG, atau WebP.');
  });
  const side = Math.min(bitmap.width, bitmap.height);
  const size = Math.min(longest, side);
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff'; // JPEG has no transparency: fill with white instead of black
    context.fillRect(0, 0, size, size);
    context.imageSmoothingQuality = 'high';
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    context.drawImage(bitmap, left, top, side, side, 0, 0, size, size);
  }
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}
