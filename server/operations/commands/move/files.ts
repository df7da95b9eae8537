// Copies every stored file to another storage, next to a running server, and compares SHA-256 on both sides:
//   npm run move -- files --to 's3://bucket?endpoint=https://…'   (or local, or the path of a folder)
// Existing files are only compared, so that it can be repeated after an interruption. Nothing is removed.
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { readStorage } from '../../../config.ts';
import { keysOf } from '../../../http/files/files.ts';
import { openStorage } from '../../../storage/open.ts';
import type { Storage } from '../../../storage/storage.ts';
import { listFiles } from '../../doctor/queries.ts';
import type { Estate } from '../../estate.ts';
import { runCommand, withEstate } from '../run-command.ts';

const done = { copied: 0, present: 0, lost: 0 };

await runCommand(import.meta.filename, async (config) => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new Error('Say where to: --to local, --to /a/folder or --to s3://bucket?endpoint=https://…');
  const target = openStorage(readStorage(to, process.env));
  await withEstate(config, (estate) => moveFiles(estate, target));
  console.log(`${done.copied} copied, ${done.present} were there already, ${done.lost} are lost.`);
  if (done.lost === 0)
    console.log('Now stop the server, run this once more, and start it with the new STORAGE.');
  process.exitCode = done.lost === 0 ? 0 : 1;
});

/** Few at once: files have up to 10 MB. */
async function moveFiles({ db, storage }: Estate, target: Storage): Promise<void> {
  const queue = pLimit(4);
  for await (const files of listFiles(db, 200))
    await Promise.all(files.flatMap(keysOf).map((key) => queue(() => moveFile(storage, target, key))));
}

async function moveFile(from: Storage, to: Storage, key: string): Promise<void> {
  const content = await read(from, key);
  if (!content) {
    console.log(`✗ ${key} is lost`);
    done.lost += 1;
    return;
  }
  const isPresent = async () => {
    const there = await read(to, key);
    return there !== null && hash('sha256', there) === hash('sha256', content);
  };
  if (await isPresent()) {
    done.present += 1;
    return;
  }
  await to.put(key, content);
  if (!(await isPresent())) throw new Error(`${key} did not arrive as it left.`);
  done.copied += 1;
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const object = await storage.open(key);
  return object && (await buffer(object.stream));
}
