/**
 * A tar whose last entry is the SHA-256 of all bytes before it, signed by the key of the log. Reading is bounded: it may
 * be hostile.
 */
import { createHash, verify } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { verifierOf } from '../../areas/log/read-key.ts';
import { ArchiveDamaged, type ArchiveFile, openPlain, openSink } from './encryption.ts';

export interface Entry {
  name: string;
  content: Buffer;
}

/** Signs with the key of the log. */
export interface ArchiveSigner {
  publicKey: Uint8Array;
  sign(message: Uint8Array): Buffer;
}

export interface ArchiveOptions {
  signer?: ArchiveSigner | undefined;
  /** Of age; none: the archive is not encrypted. */
  recipients?: readonly string[];
}

const block = 512;
const sealName = 'SEAL';
/** Seal entry, then the two empty blocks that end a tar. */
const ending = 4 * block;
const largestEntry = 128 * 1_048_576;
const mostEntries = 4_000_000;

export async function createArchive(path: string, { signer, recipients = [] }: ArchiveOptions = {}) {
  const file = await open(path, 'wx', 0o600);
  const sink = await openSink(file, recipients).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  const hash = createHash('sha256');
  return {
    add: async (entry: Entry) => {
      if (entry.content.length > largestEntry) throw new Error(`${entry.name} does not fit into an archive`);
      const bytes = (await tarOf(entry)).subarray(0, -2 * block);
      hash.update(bytes);
      await sink.write(bytes);
    },
    seal: async () => {
      await sink.write(
        await tarOf({ name: sealName, content: Buffer.from(sealOf(hash.digest('hex'), signer)) }),
      );
      await sink.end();
      await file.sync();
      await file.close();
    },
    abandon: async () => {
      await sink.abandon();
      await file.close();
    },
  };
}

/** No checkpoint or receipt starts like this, so that none can be passed off as the other. */
const signedText = (digest: string) => Buffer.from(`Guyub backup\n${digest}\n`);

const sealOf = (digest: string, signer: ArchiveSigner | undefined) =>
  signer === undefined
    ? digest
    : [
        digest,
        Buffer.from(signer.publicKey).toString('hex'),
        signer.sign(signedText(digest)).toString('hex'),
      ].join('\n');

async function tarOf({ name, content }: Entry): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, content);
  tar.finalize();
  return await buffer(tar);
}

/** Public key that signed an archive, in hexadecimal digits; undefined if none did. */
export type SignedBy = string | undefined;

/**
 * Integrity is verified at the end: callers must not rely on entries before the last one was read.
 * @param onEnd receives whose signature the archive has
 * @throws ArchiveDamaged, CannotOpen
 */
export async function* readArchive(
  archive: ArchiveFile,
  onEnd: (signedBy: SignedBy) => void = () => {},
): AsyncGenerator<Entry> {
  const plain = await openPlain(archive);
  const hash = createHash('sha256');
  let last: Buffer = Buffer.alloc(0);
  async function* withoutEnding() {
    for await (const chunk of plain) {
      const bytes = Buffer.concat([last, chunk]);
      const content = bytes.subarray(0, Math.max(0, bytes.length - ending));
      last = bytes.subarray(content.length);
      hash.update(content);
      if (content.length > 0) yield content;
    }
  }
  yield* entriesOf(Readable.from(withoutEnding()));
  const { digest, signedBy } = await readSeal(last);
  if (hash.digest('hex') !== digest) throw damaged();
  onEnd(signedBy);
}

const sealPattern = /^([0-9a-f]{64})(?:\n([0-9a-f]{64})\n([0-9a-f]{128}))?$/;

async function readSeal(bytes: Buffer): Promise<{ digest: string; signedBy: SignedBy }> {
  if (bytes.length !== ending) throw damaged();
  let seal: Entry | undefined;
  for await (const entry of entriesOf(Readable.from([bytes]))) seal ??= entry;
  const text = seal?.content.toString('latin1') ?? '';
  const [, digest, signedBy, signature = ''] = sealPattern.exec(text) ?? [];
  const isPadded = bytes.subarray(block + text.length).every((byte) => byte === 0);
  if (seal?.name !== sealName || digest === undefined || !isPadded) throw damaged();
  const isSigned =
    signedBy === undefined ||
    verify(null, signedText(digest), verifierOf(Buffer.from(signedBy, 'hex')), Buffer.from(signature, 'hex'));
  if (!isSigned) throw damaged();
  return { digest, signedBy };
}

async function* entriesOf(source: Readable): AsyncGenerator<Entry> {
  const entries = extract();
  pipeline(source, entries, () => {});
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
    // Errors of the disk have a code, those of the tar parser and of decryption have none.
    const isOfDisk = error instanceof Error && 'code' in error;
    throw isOfDisk || error instanceof ArchiveDamaged ? error : damaged(error);
  }
}

const damaged = (cause?: unknown) =>
  new ArchiveDamaged('The archive is damaged: it is not as it was written.', { cause });
