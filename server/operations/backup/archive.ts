/** A tar whose last entry is the SHA-256 of all bytes before it. Reading is bounded: it may be hostile. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

export interface Entry {
  name: string;
  content: Buffer;
}

export interface ArchiveWriter {
  add(entry: Entry): Promise<void>;
  seal(): Promise<void>;
  abandon(): Promise<void>;
}

export class ArchiveDamaged extends Error {}

const block = 512;
const sealName = 'SEAL';
/** Seal entry, then the two empty blocks that end a tar. */
const ending = 4 * block;
const largestEntry = 128 * 1_048_576;
const mostEntries = 4_000_000;

export async function createArchive(path: string): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  return {
    add: async (entry) => {
      if (entry.content.length > largestEntry) throw new Error(`${entry.name} does not fit into an archive`);
      const bytes = (await tarOf(entry)).subarray(0, -2 * block);
      hash.update(bytes);
      await file.writeFile(bytes);
    },
    seal: async () => {
      await file.writeFile(await tarOf({ name: sealName, content: Buffer.from(hash.digest('hex')) }));
      await file.sync();
      await file.close();
    },
    abandon: () => file.close(),
  };
}

async function tarOf({ name, content }: Entry): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, content);
  tar.finalize();
  return await buffer(tar);
}

/**
 * Integrity is verified at the end: callers must not rely on entries before the last one was read.
 * @throws ArchiveDamaged
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const { digest, length } = await readSeal(path);
  const hash = createHash('sha256');
  if (length > 0) {
    yield* entriesOf(createReadStream(path, { end: length - 1 }), (chunk) => hash.update(chunk));
  }
  if (hash.digest('hex') !== digest) throw damaged();
}

async function readSeal(path: string): Promise<{ digest: string; length: number }> {
  const { size } = await stat(path);
  if (size < ending || size % block !== 0) throw damaged();
  const bytes = await buffer(createReadStream(path, { start: size - ending }));
  let seal: Entry | undefined;
  for await (const entry of entriesOf(Readable.from([bytes]))) seal ??= entry;
  const digest = seal?.content.toString() ?? '';
  const isPadded = bytes.subarray(block + digest.length).every((byte) => byte === 0);
  if (seal?.name !== sealName || !isPadded) throw damaged();
  return { digest, length: size - ending };
}

async function* entriesOf(source: Readable, see: (chunk: Buffer) => void = () => {}): AsyncGenerator<Entry> {
  const entries = extract();
  pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        see(chunk);
        yield chunk;
      }
    },
    entries,
    () => {},
  );
  let count = 0;
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header;
      count += 1;
      if (type !== 'file') throw new ArchiveDamaged(`${name} in the archive is not a file but a ${type}.`);
      if (size > largestEntry) throw new ArchiveDamaged(`${name} in the archive is too large.`);
      if (count > mostEntries) throw new ArchiveDamaged('The archive holds too many entries.');
      yield { name, content: await buffer(entry) };
    }
  } catch (error) {
    // Errors of the disk have a code, those of the tar parser have none.
    const isOfDisk = error instanceof Error && 'code' in error;
    throw isOfDisk || error instanceof ArchiveDamaged ? error : damaged(error);
  }
}

const damaged = (cause?: unknown) =>
  new ArchiveDamaged('The archive is damaged: it is not as it was written.', { cause });
