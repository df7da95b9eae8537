/**
 * A log as one file that a person can keep and read: `GUYUB LOG 1`, the keys, checkpoints in ascending order, the
 * number of leaves, and each leaf as its own line, byte for byte as it was hashed.
 */
import {
  type Checkpoint,
  type Cosignature,
  parseCheckpoint,
  verifyCheckpoint,
  verifyCosignatures,
} from './checkpoint.ts';
import { areEqual, type Bytes, concat, fromBase64, fromUtf8, toBase64, toUtf8 } from './encoding.ts';
import { nextKeyIn } from './key-chain.ts';
import { hashLeaf, makeTree } from './merkle.ts';
import {
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
  type VerifyEd25519,
  verifyByWebCrypto,
} from './signed-note.ts';

const firstLine = 'GUYUB LOG 1';
const longestLine = 128 * 1024;
const mostHeaderLines = 20_000;
const batch = 256;

export interface ExportHeader {
  /** Keys of the log and of those who cosign. */
  keys: readonly VerifierKey[];
  /** Signed notes, in ascending order of size; the last one covers all leaves. */
  checkpoints: readonly string[];
  leaves: number;
}

/** What stands before the leaves. */
export const formatExportHeader = ({ keys, checkpoints, leaves }: ExportHeader): string =>
  [
    firstLine,
    ...keys.map((key) => `key ${formatVerifierKey(key)}`),
    ...checkpoints.map((note) => `checkpoint ${toBase64(toUtf8(note))}`),
    `leaves ${leaves}`,
    '',
  ].join('\n');

/** @throws Error for a leaf that would be read as several */
export function formatExportLeaf(leaf: Uint8Array): Bytes {
  if (leaf.includes(lineBreak)) throw new Error('a leaf contains a line break');
  return concat(leaf, Uint8Array.of(lineBreak));
}

export interface ExportedCheckpoint extends Checkpoint {
  note: string;
  signers: VerifierKey[];
  cosignatures: Cosignature[];
}

export interface CheckedExport {
  origin: string;
  size: number;
  root: Bytes;
  keys: VerifierKey[];
  checkpoints: ExportedCheckpoint[];
  /** Heads at the sizes asked for, as far as the log reaches. */
  roots: Map<number, Bytes>;
  /** Size at which the head that was looked for is the tree's; undefined if it never is. */
  found?: number;
  /** The same in a former log, whose leaves follow the one that names it after a restore. */
  foundFormer?: number;
}

export type ExportFault =
  /** Not written by Guyub, cut off, or changed outside of keys, signatures and leaves. */
  | 'malformed'
  /** A signature does not belong to its key and text, or to no key of the file. */
  | 'forged'
  /** The leaves are not those that a checkpoint was signed for. */
  | 'altered';

export class BadExport extends Error {
  readonly fault: ExportFault;
  /** Size of the checkpoint concerned. */
  readonly size: number | undefined;

  constructor(fault: ExportFault, message: string, size?: number) {
    super(message);
    this.fault = fault;
    this.size = size;
  }
}

interface CheckOptions {
  verify?: VerifyEd25519;
  /** Sizes whose heads are wanted. */
  sizes?: readonly number[];
  /** A head whose size nobody knows. Costs about ten hashes for each leaf. */
  seek?: Uint8Array;
  onLeaf?: (leaf: Bytes, index: number) => void;
}

/**
 * Reads and checks a whole export as it arrives.
 * @throws BadExport if a single byte is not as it was exported
 */
export async function checkExport(
  chunks: AsyncIterable<Uint8Array>,
  { verify = verifyByWebCrypto, sizes = [], seek, onLeaf }: CheckOptions = {},
): Promise<CheckedExport> {
  const lines = readLines(chunks);
  const { keys, notes, leaves } = await readHeader(lines);
  const checkpoints = await verifyCheckpoints(notes, keys, verify);
  const last = checkpoints.at(-1);
  if (last?.size !== leaves)
    throw new BadExport('malformed', 'the last checkpoint does not cover all leaves');

  const tree = makeTree();
  const roots = new Map<number, Bytes>();
  const signed = new Map(checkpoints.map(({ size, root }) => [size, root]));
  const stops = new Set([...signed.keys(), ...sizes]);
  const formers: ReturnType<typeof makeTree>[] = [];
  let [found, foundFormer]: (number | undefined)[] = [];
  const stop = async () => {
    if (!seek && !stops.has(tree.size)) return;
    const root = await tree.root();
    if (stops.has(tree.size)) roots.set(tree.size, root);
    if (seek && areEqual(seek, root)) found ??= tree.size;
    const expected = signed.get(tree.size);
    if (expected && !areEqual(expected, root))
      throw new BadExport('altered', 'leaves differ from a checkpoint', tree.size);
  };
  const stopFormer = async (leaf: Bytes) => {
    if (!seek) return;
    for (const former of formers) {
      await former.append([await hashLeaf(leaf)]);
      if (areEqual(seek, await former.root())) foundFormer ??= former.size;
    }
    if (formers.length === index && index < mostFormers && startsWith(leaf, restoredStart))
      formers.push(makeTree());
  };

  await stop();
  let waiting: Bytes[] = [];
  let index = 0;
  const rotations: { index: number; leaf: string }[] = [];
  for await (const leaf of lines) {
    if (index === leaves) throw new BadExport('malformed', 'more leaves than counted');
    onLeaf?.(leaf, index);
    const text = startsWith(leaf, rotationStart) ? fromUtf8(leaf) : undefined;
    if (text !== undefined) rotations.push({ index, leaf: text });
    await stopFormer(leaf);
    index += 1;
    waiting.push(leaf);
    if (waiting.length < batch && index < leaves && !seek && !stops.has(index)) continue;
    await tree.append(await Promise.all(waiting.map(hashLeaf)));
    waiting = [];
    await stop();
  }
  if (tree.size !== leaves) throw new BadExport('malformed', 'fewer leaves than counted');
  refuseUnannouncedKeys(checkpoints, rotations);
  const { origin, root } = last;
  return {
    origin,
    size: leaves,
    root,
    keys,
    checkpoints,
    roots,
    ...(found !== undefined && { found }),
    ...(foundFormer !== undefined && { foundFormer }),
  };
}

/** Former logs of one log that a head is looked for in: each costs as much as the log itself. */
const mostFormers = 20;

const rotationStart = toUtf8('{"aksi":"log.rotated"');
const restoredStart = toUtf8('{"aksi":"log.restored"');
const startsWith = (leaf: Bytes, start: Bytes) =>
  leaf.length > start.length && areEqual(leaf.subarray(0, start.length), start);

/**
 * The first checkpoint may have any key. Another key counts only after a leaf named it, in a checkpoint that the key before
 * it signed; from then on that one does not.
 */
function refuseUnannouncedKeys(
  checkpoints: readonly ExportedCheckpoint[],
  rotations: readonly { index: number; leaf: string }[],
): void {
  let current = formatVerifierKeys(checkpoints[0]?.signers)[0] ?? '';
  const waiting = [...rotations];
  for (const { size, signers } of checkpoints) {
    if (formatVerifierKeys(signers).some((key) => key !== current))
      throw new BadExport('forged', 'a key that no leaf announces', size);
    for (let next = waiting[0]; next && next.index < size; next = waiting[0]) {
      current = nextKeyIn(next.leaf, current) ?? current;
      waiting.shift();
    }
  }
}

const formatVerifierKeys = (keys: readonly VerifierKey[] = []) => keys.map(formatVerifierKey);

interface Header {
  keys: VerifierKey[];
  notes: string[];
  leaves: number;
}

async function readHeader(lines: AsyncGenerator<Bytes, void>): Promise<Header> {
  const header: Header = { keys: [], notes: [], leaves: -1 };
  for (let count = 0; header.leaves < 0; count += 1) {
    const { value, done } = await lines.next();
    const line = value && fromUtf8(value);
    if (done || line === undefined || count > mostHeaderLines)
      throw new BadExport('malformed', 'the header does not end');
    if (count === 0 ? line !== firstLine : !(await readHeaderLine(header, line)))
      throw new BadExport('malformed', `line ${count + 1} is none of an export`);
  }
  return header;
}

/** Keys come first, then checkpoints, then the number of leaves. */
async function readHeaderLine(header: Header, line: string): Promise<boolean> {
  const [, word, value = ''] = /^(key|checkpoint|leaves) (.+)$/.exec(line) ?? [];
  if (word === 'key' && header.notes.length === 0) {
    const key = await parseVerifierKey(value);
    if (!key || formatVerifierKey(key) !== value) return false;
    header.keys.push(key);
    return true;
  }
  if (word === 'checkpoint') {
    const bytes = fromBase64(value);
    const note = bytes && fromUtf8(bytes);
    if (note === undefined) return false;
    header.notes.push(note);
    return true;
  }
  if (word !== 'leaves' || !/^(0|[1-9]\d{0,14})$/.test(value)) return false;
  header.leaves = Number(value);
  return true;
}

/** Other than in a note from elsewhere, each signature must be one of a key that the file names, and only once. */
async function verifyCheckpoints(
  notes: readonly string[],
  keys: readonly VerifierKey[],
  verify: VerifyEd25519,
): Promise<ExportedCheckpoint[]> {
  const checkpoints: ExportedCheckpoint[] = [];
  for (const note of notes) {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpoint(parsed?.text ?? '');
    const before = checkpoints.at(-1);
    if (!parsed || !checkpoint) throw new BadExport('malformed', 'no checkpoint');
    const isNext = !before || (before.origin === checkpoint.origin && before.size < checkpoint.size);
    if (!isNext) throw new BadExport('malformed', 'checkpoints in disorder', checkpoint.size);
    const verdict = await verifyCheckpoint(note, keys, verify);
    const cosignatures = await verifyCosignatures(note, keys, verify);
    const counted = (verdict.valid ? verdict.signers.length : 0) + (cosignatures?.length ?? 0);
    if (!verdict.valid || !cosignatures || counted !== parsed.signatures.length)
      throw new BadExport('forged', 'a signature does not hold', checkpoint.size);
    checkpoints.push({ ...checkpoint, note, signers: verdict.signers, cosignatures });
  }
  return checkpoints;
}

const lineBreak = 0x0a;

/** @throws BadExport if the last line has no end, or a line is longer than any that Guyub writes */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes, void> {
  let rest: Bytes = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? concat(rest, chunk) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, from)) {
      yield bytes.slice(from, end);
      from = end + 1;
    }
    rest = bytes.slice(from);
    if (rest.length > longestLine) throw new BadExport('malformed', 'a line is too long');
  }
  if (rest.length > 0) throw new BadExport('malformed', 'the file is cut off');
}
