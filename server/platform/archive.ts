/**
 * One file that holds many: a plain tar, which any tool opens, closed by a seal, the SHA-256 of every byte before it.
 * Reading is strict: what `createArchive` would not have written is damage.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

export interface Entry {
  name: string;
  content: Buffer;
}

export interface ArchiveWriter {
  add(entry: Entry): Promise<void>;
  /** Closes the archive; it is durable when this returns. */
  seal(): Promise<void>;
  abandon(): Promise<void>;
}

export class ArchiveDamaged extends Error {}

const block = 512;
const sealName = 'SEAL';
/** No entry comes near; a size beyond it is damage, and must not be allocated. */
const largestEntry = 128 * 1024 * 1024;

/** @throws Error when the file exists */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  // Only its owner may read it: it holds everything that the estate knows about people.
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  return {
    add: async ({ name, content }) => {
      for (const part of pack(name, content)) {
        hash.update(part);
        await file.writeFile(part);
      }
    },
    seal: async () => {
      await file.writeFile(ending(hash.digest('hex')));
      await file.sync();
      await file.close();
    },
    abandon: () => file.close(),
  };
}

/**
 * The entries in order. Whether all of them are as they were written is known at the end only.
 * @throws ArchiveDamaged
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const file = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    for (;;) {
      const header = await readExactly(file, block);
      const { name, size } = parseHeader(header);
      if (name === sealName) {
        const expected = ending(hash.digest('hex'));
        const rest = await readExactly(file, expected.length - block);
        const { bytesRead: more } = await file.read(Buffer.alloc(1), 0, 1);
        if (!Buffer.concat([header, rest]).equals(expected) || more > 0) throw damaged();
        return;
      }
      const padded = await readExactly(file, size + paddingOf(size));
      hash.update(header).update(padded);
      yield { name, content: padded.subarray(0, size) };
    }
  } finally {
    await file.close();
  }
}

const damaged = () => new ArchiveDamaged('The archive is damaged: it is not as it was written.');

const paddingOf = (size: number) => (block - (size % block)) % block;

const pack = (name: string, content: Buffer) => [
  headerOf(name, content.length),
  content,
  Buffer.alloc(paddingOf(content.length)),
];

/** The seal as an entry, and the two empty blocks that end a tar. */
const ending = (digest: string) =>
  Buffer.concat([...pack(sealName, Buffer.from(digest)), Buffer.alloc(2 * block)]);

/** A header of POSIX ustar: a regular file that its owner may read and write, of no owner and no time. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) >= 100 || size > largestEntry)
    throw new Error(`${name} does not fit into an archive`);
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100);
  header.write(' '.repeat(8) + '0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  return header;
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('utf8', 0, header.indexOf(0));
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
  const fits = header.indexOf(0) < 100 && size >= 0 && size <= largestEntry;
  if (!fits || !headerOf(name, size).equals(header)) throw damaged();
  return { name, size };
}

async function readExactly(file: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(buffer, filled, length - filled);
    if (bytesRead === 0) throw damaged();
    filled += bytesRead;
  }
  return buffer;
}
