/** Archives in the age format (age-encryption.org/v1), encrypted and decrypted as streams: `age -d` opens them, too. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Loaded only by whoever encrypts. */
const load = () => import('age-encryption');

/**
 * Opens what one process writes, so that it can read it back without the operator's identity.
 * @param recipient of the operator, `age1…`
 */
export async function makeOwnKey(recipient: string) {
  await refuseWrongRecipient(recipient);
  const { generateX25519Identity, identityToRecipient } = await load();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** @throws Error for a mistyped one: what is encrypted to it could never be opened */
export async function refuseWrongRecipient(recipient: string): Promise<void> {
  const { Encrypter } = await load();
  try {
    new Encrypter().addRecipient(recipient);
  } catch (cause) {
    throw new Error('BACKUP_RECIPIENT is mistyped: copy it again from the file of the identity.', { cause });
  }
}

export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** Stops without completing the file. */
  abandon(): Promise<void>;
}

/** @param recipients none: the file is not encrypted */
export async function openSink(file: FileHandle, recipients: readonly string[]): Promise<Sink> {
  const nothing = async () => {};
  if (recipients.length === 0)
    return { write: (bytes) => file.writeFile(bytes), end: nothing, abandon: nothing };
  const { Encrypter } = await load();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const plain = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = await encrypter.encrypt(plain.readable);
  const written = (async () => {
    for await (const bytes of encrypted) await file.writeFile(bytes);
  })();
  const writer = plain.writable.getWriter();
  // The stream fails without a reason when the disk does, which `written` knows.
  const orReason = async (work: Promise<void>) => {
    await work.catch(async (error: unknown) => {
      await written;
      throw error;
    });
  };
  return {
    write: (bytes) => orReason(writer.write(bytes)),
    end: async () => {
      await orReason(writer.close());
      await written;
    },
    abandon: async () => {
      await Promise.allSettled([writer.abort(), written]);
    },
  };
}

export interface ArchiveFile {
  path: string;
  /** The text of an age identity file; opens an encrypted archive. */
  identity?: string | undefined;
}

export class ArchiveDamaged extends Error {}
class CannotOpen extends Error {}

const firstLine = 'age-encryption.org/v1\n';
/** A header has one stanza of some 150 bytes per recipient; the library would read an endless one. */
const longestHeader = 64 * 1_024;

/**
 * The bytes of an archive, decrypted where necessary. What is forged within it shows only where it is read.
 * @throws CannotOpen, ArchiveDamaged
 */
export async function openPlain({ path, identity }: ArchiveFile): Promise<AsyncIterable<Uint8Array>> {
  const start = await readStart(path);
  if (!start.startsWith(firstLine)) return createReadStream(path);
  if (!start.includes('\n--- ')) throw new ArchiveDamaged('The archive is damaged: its header has no end.');
  if (identity === undefined)
    throw new CannotOpen('The archive is encrypted: add --identity FILE, the file that age-keygen wrote.');
  const { Decrypter } = await load();
  const decrypter = new Decrypter();
  const lines = identity.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (lines.length === 0) throw new CannotOpen('The file of --identity holds no AGE-SECRET-KEY-…');
  const source = createReadStream(path);
  try {
    for (const line of lines) decrypter.addIdentity(line.trim());
    return await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  } catch (cause) {
    source.destroy();
    throw new CannotOpen(
      'The archive cannot be decrypted: it was encrypted to another recipient than this identity’s, or is damaged.',
      { cause },
    );
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
