import decodeQR from 'qr/decode.js';

/** Pixels of the longer side: more cost seconds on a cheap phone and read no more codes. */
const longest = 1200;

/** The text of the QR code on a photo; null if there is none that can be read. */
export async function readQrCode(photo: Blob): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return decodeQR(pen.getImageData(0, 0, width, height));
  } catch {
    return null; // not a picture, or no code on it
  }
}
