/** Lossless one-colour WebP files: pixels take no bits, so any size fits into 40 bytes. */

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function bits(...fields: readonly (readonly [value: number, width: number])[]): Buffer {
  let [packed, length] = [0n, 0];
  for (const [value, width] of fields) {
    packed |= BigInt(value) << BigInt(length);
    length += width;
  }
  const bytes = Array.from({ length: Math.ceil(length / 8) }, (_, index) =>
    Number((packed >> BigInt(8 * index)) & 255n),
  );
  return Buffer.from(bytes);
}

const oneSymbol = [1, 4] as const;

const picture = (width: number, height: number) =>
  chunk(
    'VP8L',
    bits(
      [0x2f, 8],
      [width - 1, 14],
      [height - 1, 14],
      [0, 4], // no transparency, version 0
      [0, 3],
      ...Array.from({ length: 5 }, () => oneSymbol),
    ),
  );

const uint24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);

export function webp(width: number, height: number, frames = 1): Buffer {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const frame = () =>
    chunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(6), size, uint24(40), Buffer.alloc(1), picture(width, height)]),
    );
  const content =
    frames === 1
      ? [picture(width, height)]
      : [
          chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
          chunk('ANIM', Buffer.alloc(6)),
          ...Array.from({ length: frames }, frame),
        ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...content]));
}
