/**
 * Sends changes to clients at most twice a second: the first immediately, later ones merged. A socket
 * receives a topic only once per message, even if it is in several rooms.
 */
import { topics as allTopics, type Topic } from '../../contract/events.ts';
import type { Actor } from '../../contract/people.ts';
import type { AfterCommit } from '../database/write.ts';
import { audienceOf, roomsOf, userRoom } from './rooms.ts';

/** Milliseconds. */
const rest = 500;

export interface Announcement {
  rooms: string[];
  topics: Topic[];
}

export interface Changes {
  rooms: Map<Topic, Set<string>>;
  liked: Set<number>;
  complaintMenuEnabled?: boolean;
}

export const noChanges = (): Changes => ({ rooms: new Map(), liked: new Set() });

export function addChanges(changes: Changes, effects: readonly AfterCommit[]): void {
  const add = (topic: Topic, rooms: readonly string[]) => {
    const all = changes.rooms.get(topic) ?? new Set();
    for (const room of rooms) all.add(room);
    if (all.size > 0) changes.rooms.set(topic, all);
  };
  for (const effect of effects) {
    if (effect.kind === 'changed') add(effect.topic, audienceOf(effect.topic, effect.subject));
    // A new role or block changes what every topic contains.
    if (effect.kind === 'rooms-changed') for (const topic of allTopics) add(topic, [userRoom(effect.userId)]);
    if (effect.kind === 'liked') {
      changes.liked.add(effect.postId);
      add('posts', [userRoom(effect.userId)]); // updates the other devices of the same user
    }
    if (effect.kind === 'broadcast-settings') changes.complaintMenuEnabled = effect.complaintMenuEnabled;
  }
}

/** Topics that the author must refetch. Excludes likes: the response contains everything about them. */
export function topicsHeardBy(actor: Actor, effects: readonly AfterCommit[]): Topic[] {
  const changes = noChanges();
  addChanges(
    changes,
    effects.filter(({ kind }) => kind !== 'liked'),
  );
  const own = new Set(roomsOf(actor));
  return [...changes.rooms].flatMap(([topic, rooms]) => (own.isDisjointFrom(rooms) ? [] : topic));
}

export function announcementsOf({ rooms }: Changes): Announcement[] {
  const byRooms = Map.groupBy(rooms, ([, names]) => [...names].toSorted().join());
  return [...byRooms.values()].map((entries) => ({
    rooms: [...(entries[0]?.[1] ?? [])],
    topics: entries.map(([topic]) => topic),
  }));
}

export function makeAnnouncer(send: (changes: Changes) => Promise<void>) {
  let waiting: Changes | undefined;
  let isResting = false;
  let last = Promise.resolve();
  let next = Promise.withResolvers<void>();
  const flush = () => {
    isResting = waiting !== undefined;
    if (!waiting) return;
    last = send(waiting);
    waiting = undefined;
    next.resolve(last);
    next = Promise.withResolvers();
    setTimeout(flush, rest).unref();
  };
  return {
    announce: (effects: readonly AfterCommit[]) => {
      const changes = waiting ?? noChanges();
      addChanges(changes, effects);
      if (changes.rooms.size + changes.liked.size === 0 && changes.complaintMenuEnabled === undefined) return;
      waiting = changes;
      if (!isResting) flush();
    },
    /** Resolves when everything announced so far was sent. */
    sent: () => (waiting ? next.promise : last),
  };
}
