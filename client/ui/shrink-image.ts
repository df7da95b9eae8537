import { decodeUpright } from '../lib/decode-upright.ts';

/** Pixels. */
const longest = 1_600;
const quality = 0.82;

/** Smaller files (bytes) are sent unchanged if they fit `longest`. */
const smallEnough = 400 * 1024;

const hugePixels = 12_000_000;

/** Types that the server reads. */
const readable = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** True for HEIC in most browsers: `shrinkImage` turned what the browser can decode into a JPEG. */
export const isUnreadable = ({ type }: File) => type.startsWith('image/') && !readable.has(type);

export const unreadableError =
  'Foto jenis ini tidak dapat dibaca. Ambil tangkapan layarnya, lalu pilih gambar itu.';

/**
 * Shrinks a photo to an upright JPEG of at most 1600 px. Never enlarges and never throws: a file that the
 * browser cannot decode, or that would not become smaller, is returned unchanged.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await decodeUpright(file);
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const isForeign = isUnreadable(file);
    if (scale === 1 && file.size <= smallEnough && !isForeign) return file;
    const blob = await draw(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    if (!blob) return file;
    // The server refuses pictures with too many pixels, whatever their file size.
    const isHuge = bitmap.width * bitmap.height > hugePixels;
    if (blob.size >= file.size && !isHuge && !isForeign) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}

async function draw(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff'; // transparent areas become white, not black
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
