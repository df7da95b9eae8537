import type { IssuedReceipt } from '../../../contract/receipts.ts';
import { pictureOf } from '../../lib/picture-of.ts';
import { drawQrCode } from '../../lib/qr-code.ts';
import { howToCheck, linkOf, receiptLines, receiptTitle, reversedSince } from './lines.ts';

const width = 720;
const margin = 48;
const line = 46;
const family = '"Plus Jakarta Sans Variable", system-ui, sans-serif';

/** A receipt as a picture that messengers show at once; its code survives their compression. */
export async function drawPicture(receipt: IssuedReceipt): Promise<File> {
  const canvas = document.createElement('canvas');
  const code = drawQrCode(linkOf(receipt));
  const scale = Math.floor((width - 2 * margin) / code.size);
  const lines = receiptLines(receipt);
  canvas.width = width;
  canvas.height = margin * 2 + line * (lines.length + 5) + code.size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';

  let y = margin + line / 2;
  const write = (text: string, font: string, align: CanvasTextAlign, x: number) => {
    pen.font = `${font} ${family}`;
    pen.textAlign = align;
    pen.fillText(text, x, y, width - 2 * margin);
  };
  write(receipt.perumahan, '600 28px', 'center', width / 2);
  y += line;
  write(receiptTitle(receipt), '700 36px', 'center', width / 2);
  y += line;
  write(reversedSince(receipt) ?? '', '700 28px', 'center', width / 2);
  for (const [label, value] of lines) {
    y += line;
    write(label, '400 28px', 'left', margin);
    write(value, '600 28px', 'right', width - margin);
  }
  y += line / 2;
  pen.save();
  pen.translate((width - code.size * scale) / 2, y);
  pen.scale(scale, scale);
  pen.fill(new Path2D(code.path));
  pen.restore();
  y += code.size * scale + line / 2;
  write(howToCheck, '400 24px', 'center', width / 2);

  return await pictureOf(canvas, `kuitansi-${receipt.nomor}.png`);
}
