import type { IssuedReceipt } from '../../../contract/receipts.ts';
import { pictureOf, sheetOf } from '../../lib/picture-of.ts';
import { drawQrCode } from '../../lib/qr-code.ts';
import { wrapWords } from '../../lib/wrap-words.ts';
import { howToCheck, linkOf, receiptLines, receiptTitle, reversedSince } from './lines.ts';

const width = 720;
const margin = 48;
const inner = width - 2 * margin;
const labels = 150;
const line = 46;
const family = '"Plus Jakarta Sans Variable", system-ui, sans-serif';

/** A receipt as a picture that messengers show at once; its code survives their compression. */
export async function drawPicture(receipt: IssuedReceipt): Promise<File> {
  const code = drawQrCode(linkOf(receipt));
  const scale = Math.floor(inner / code.size);
  const { pen: measure } = sheetOf(1, 1);
  const wrap = (text: string, font: string, room: number) => {
    measure.font = `${font} ${family}`;
    return wrapWords(text, (words) => measure.measureText(words).width <= room);
  };
  const heads = [
    [receipt.perumahan, '600 28px'] as const,
    [receiptTitle(receipt), '700 36px'] as const,
    [reversedSince(receipt) ?? '', '700 28px'] as const,
  ].flatMap(([text, font]) => wrap(text, font, inner).map((part) => [part, font] as const));
  const facts = receiptLines(receipt).flatMap(([label, value]) =>
    wrap(value, '600 28px', inner - labels).map((part, at) => [at === 0 ? label : '', part] as const),
  );
  const height = margin * 2 + line * (heads.length + facts.length + 2) + code.size * scale;
  const { canvas, pen } = sheetOf(width, height);

  let y = margin - line / 2;
  const write = (text: string, font: string, align: CanvasTextAlign, x: number) => {
    pen.font = `${font} ${family}`;
    pen.textAlign = align;
    pen.fillText(text, x, y, inner);
  };
  for (const [text, font] of heads) {
    y += line;
    write(text, font, 'center', width / 2);
  }
  for (const [label, value] of facts) {
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
