/** Pixels of a side; the server keeps at most 256. */
const longest = 512;

/**
 * The middle of a picture as a small, upright JPEG data URL.
 * @throws Error with a sentence for the person when this browser cannot read the file as a picture
 */
export async function squarePhoto(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error('Foto tidak dapat dibaca. Pilih foto JPG, PNG, atau WebP.');
  });
  const side = Math.min(bitmap.width, bitmap.height);
  const size = Math.min(longest, side);
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff'; // what is transparent becomes paper, not black
    context.fillRect(0, 0, size, size);
    context.imageSmoothingQuality = 'high';
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    context.drawImage(bitmap, left, top, side, side, 0, 0, size, size);
  }
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.85);
}
