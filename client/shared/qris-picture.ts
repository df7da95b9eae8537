import { pictureOf, sheetOf } from '../lib/picture-of.ts';
import { drawQrCode } from '../lib/qr-code.ts';

const width = 720;
const line = 48;

/**
 * A QRIS code as a picture that payment apps open from the gallery.
 * @param words lines below the code, each shrunk to the width
 */
export async function drawQris(code: string, words: readonly string[]): Promise<File> {
  const { size, path } = drawQrCode(code);
  const scale = Math.floor(width / size);
  const height = size * scale + (words.length + 1) * line;
  const { canvas, pen } = sheetOf(width, height);
  pen.font = '600 32px "Plus Jakarta Sans Variable", system-ui, sans-serif';
  pen.textAlign = 'center';
  words.forEach((text, index) =>
    pen.fillText(text, width / 2, size * scale + (index + 1) * line, width - 48),
  );
  pen.translate((width - size * scale) / 2, 0);
  pen.scale(scale, scale);
  pen.fill(new Path2D(path));
  return await pictureOf(canvas, 'qris.png');
}
