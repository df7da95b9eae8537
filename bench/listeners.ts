// Socket clients of `bench/sockets.ts` in a child process. Reports when all are connected, and on request
// when each has received the next post.
import { once } from 'node:events';
import pLimit from 'p-limit';
import { openIdleSocket } from '../server/testing/idle-socket.ts';
import { type ListenersOrder, monotonic, type Told } from './measure.ts';

const [{ url, from, tokens }] = (await once(process, 'message')) as [ListenersOrder];
const tell = (told: Told) => process.send?.(told);

let heard = new Map<number, number>();
let news: number[] = [];
const few = pLimit(50);
const outcomes = await Promise.all(
  tokens.map((token, index) =>
    few(async () => {
      const { outcome, socket } = openIdleSocket(url, token, from);
      socket.on('data', (chunk: Buffer) => listen(index, chunk));
      return await outcome;
    }),
  ),
);
const refused = outcomes.filter((outcome) => outcome !== 'connected');
process.on('message', () => {
  heard = new Map();
  news = [];
  tell({ kind: 'ready' });
});
process.on('disconnect', () => process.exit());
tell({ kind: 'connected', refused });

function listen(index: number, chunk: Buffer) {
  if (chunk.includes('["new-post"')) news.push(monotonic());
  if (!chunk.includes('["data-changed"') || !chunk.includes('"posts"')) return;
  heard.set(index, monotonic());
  if (heard.size === tokens.length) tell({ kind: 'heard', at: [...heard.values()], news });
}
