interface Options {
  /** Longest side of the result in pixels. */
  longest?: number | undefined;
  /** JPEG quality, 0 to 1. */
  quality?: number | undefined;
}

/** Files below this many bytes are sent as they are when they also fit `longest`. */
const smallEnough = 400 * 1024;

const hugePixels = 12_000_000;

/**
 * Makes a phone photo small enough for a slow line: upright JPEG, longest side at most 1600 px. Never enlarges,
 * never throws: what this browser cannot decode (HEIC on most) or would not make smaller comes back untouched.
 */
export async function shrinkImage(
  file: File,
  { longest = 1600, quality = 0.82 }: Options = {},
): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif' || file.type === 'image/svg+xml')
    return file;
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= smallEnough) return file;
    const blob = await draw(
      bitmap,
      Math.round(bitmap.width * scale),
      Math.round(bitmap.height * scale),
      quality,
    );
    if (!blob) return file;
    // The server may refuse to decode a file as it is, however small, when it has many pixels.
    const isHuge = bitmap.width * bitmap.height > hugePixels;
    if (blob.size >= file.size && !isHuge) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}

async function draw(
  bitmap: ImageBitmap,
  width: number,
  height: number,
  quality: number,
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff'; // transparent PNG becomes white paper, not black
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
