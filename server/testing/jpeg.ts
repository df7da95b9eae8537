/** Crafted one-colour JPEG files: each block takes a few bits. */

const segment = (marker: number, ...content: number[]) =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);

const uint16 = (value: number) => [value >> 8, value & 255];

interface Options {
  progressive?: boolean;
  /** One scan per component, which makes decoders keep the whole picture even if it is not progressive. */
  scanEach?: boolean;
  components?: number;
  /** Horizontal and vertical sampling factor of every component. */
  sampling?: number;
  repeats?: number;
}

export function jpeg(
  width: number,
  height: number,
  { progressive = false, scanEach = progressive, components = 3, sampling = 1, repeats = 1 }: Options = {},
): Buffer {
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const frame = ids.flatMap((id) => [id, sampling * 17, 0]);
  const oneSymbol = [1, ...Array<number>(15).fill(0), 0]; // code "0" means "no difference" and "end of block"
  const mcu = 8 * (scanEach ? 1 : sampling);
  const blocks = Math.ceil(width / mcu) * Math.ceil(height / mcu) * (scanEach ? 1 : sampling ** 2);
  const bitsOfBlock = progressive ? 1 : 2;
  const scan = (of: number[]) =>
    Buffer.concat([
      segment(0xda, of.length, ...of.flatMap((id) => [id, 0]), 0, progressive ? 0 : 63, 0),
      Buffer.alloc(Math.ceil((blocks * of.length * bitsOfBlock) / 8)),
    ]);
  const scans = scanEach ? ids.map((id) => scan([id])) : [scan(ids)];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(progressive ? 0xc2 : 0xc0, 8, ...uint16(height), ...uint16(width), components, ...frame),
    segment(0xc4, 0x00, ...oneSymbol),
    segment(0xc4, 0x10, ...oneSymbol),
    ...Array.from({ length: repeats }, () => scans).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}
