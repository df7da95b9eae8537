import decodeQR from 'qr/decode.js';
import { decodeUpright } from './decode-upright.ts';

/** Pixels of the longer side, tried in turn: each size misses some codes that another one reads. */
const sizes = [1200, 1600, 1000];

/** The text of the QR code on a photo; null if there is none that can be read. */
export async function readQrCode(photo: Blob): Promise<string | null> {
  const bitmap = await decodeUpright(photo).catch(() => null);
  if (!bitmap) return null; // not a picture
  const longest = Math.max(bitmap.width, bitmap.height);
  let text: string | null = null;
  for (const size of new Set(sizes.map((each) => Math.min(each, longest))))
    text ??= decode(bitmap, size / longest);
  bitmap.close();
  return text;
}

function decode(bitmap: ImageBitmap, scale: number): string | null {
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff'; // transparent areas would be black
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, width, height);
  try {
    return decodeQR(pen.getImageData(0, 0, width, height));
  } catch {
    return null; // no code
  }
}
