/** A white sheet, and a black pen on it. */
export function sheetOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#000';
  return { canvas, pen };
}

/** @param name of the file, ending in `.png` */
export async function pictureOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('this browser makes no pictures');
  return new File([picture], name, { type: 'image/png' });
}
