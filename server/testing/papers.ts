import { deflateRawSync } from 'node:zlib';

export const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export interface Packed {
  packed: Buffer;
  size: number;
}

export function zip(files: Record<string, string | Buffer | Packed>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const { packed, size } = pack(content);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

function pack(content: string | Buffer | Packed): Packed {
  if (typeof content === 'object' && 'packed' in content) return content;
  return { packed: deflateRawSync(content), size: content.length };
}

export const word = (more: Record<string, string | Buffer> = {}, type = `${docx}.main+xml`): Buffer =>
  zip({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    ...more,
  });

/** An OLE compound file with these stream names; the first name crosses the 64 kB boundary of read chunks. */
export const compound = (...streams: string[]): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(65_520),
    ...streams.flatMap((stream) => [Buffer.from(stream, 'utf16le'), Buffer.alloc(64)]),
  ]);
