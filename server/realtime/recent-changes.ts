/** What changed lately, for a client that has read its first screen before its socket connects. */
import { type Topic, topics } from '../../contract/events.ts';
import type { AfterCommit } from '../database/write.ts';
import { addChanges, noChanges } from './announcer.ts';
import { audienceOf } from './rooms.ts';

/** Milliseconds; older changes are forgotten. */
const kept = 180_000;
/** Milliseconds that a handshake may take: what the client says of the age of its data was true before it. */
export const slowestHandshake = 30_000;

export type RecentChanges = ReturnType<typeof makeRecentChanges>;

/** @param clock milliseconds that never go back */
export function makeRecentChanges(clock: () => number) {
  const changed = new Map<Topic, Map<string, number>>();
  const began = clock();
  let cleaned = began;
  const forget = (now: number) => {
    cleaned = now;
    for (const rooms of changed.values())
      for (const [room, at] of rooms) if (at < now - kept) rooms.delete(room);
  };
  return {
    add: (effects: readonly AfterCommit[]) => {
      const now = clock();
      if (cleaned < now - kept) forget(now);
      const changes = noChanges();
      addChanges(changes, effects);
      if (changes.liked.size > 0) changes.rooms.set('posts', new Set(audienceOf('posts', null)));
      for (const [topic, rooms] of changes.rooms) {
        const times = changed.get(topic) ?? new Map<string, number>();
        for (const room of rooms) times.set(room, now);
        changed.set(topic, times);
      }
    },
    /**
     * @param age milliseconds since the oldest data of the client was requested
     * @returns all topics if they are not known
     */
    missedBy: (own: ReadonlySet<string>, age: number): Topic[] => {
      const since = clock() - age - slowestHandshake;
      if (since < began || age + slowestHandshake > kept) return [...topics];
      const isMissed = (topic: Topic) =>
        [...(changed.get(topic) ?? [])].some(([room, at]) => at >= since && own.has(room));
      return topics.filter(isMissed);
    },
  };
}
