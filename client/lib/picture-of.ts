/** @param name of the file, ending in `.png` */
export async function pictureOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('this browser makes no pictures');
  return new File([picture], name, { type: 'image/png' });
}
