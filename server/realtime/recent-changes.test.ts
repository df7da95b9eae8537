import { beforeEach, describe, expect, test } from 'vitest';
import { type Topic, topics } from '../../contract/events.ts';
import { makeRecentChanges, type RecentChanges, slowestHandshake } from './recent-changes.ts';
import { roomsOf } from './rooms.ts';

const second = 1_000;
const actor = { id: 7, nama: 'Siti', jenis: 'warga', blok: 'A1', pengawas: false, sessionId: 9 } as const;
const own = new Set(roomsOf(actor));
const neighbour = new Set(roomsOf({ ...actor, id: 8, sessionId: 10 }));

let now: number;
let recent: RecentChanges;
beforeEach(() => {
  now = 0;
  recent = makeRecentChanges(() => now);
  now = 1_000 * second;
});
const change = (topic: Topic, user_id = 7) =>
  recent.add([{ kind: 'changed', topic, subject: { user_id, blok: 'A1' } }]);

describe('a client has missed', () => {
  test('what changed after its data was requested, if it may read it', () => {
    change('payments');
    now += 5 * second;
    expect(recent.missedBy(own, 6 * second)).toEqual(['payments']);
    expect(recent.missedBy(neighbour, 6 * second)).toEqual([]);
  });

  test('what changed while its handshake was on the way', () => {
    change('payments');
    now += slowestHandshake;
    expect(recent.missedBy(own, 0)).toEqual(['payments']);
    now += 1;
    expect(recent.missedBy(own, 0)).toEqual([]);
  });

  test('the feed when anybody liked a post', () => {
    recent.add([{ kind: 'liked', postId: 1, userId: 8 }]);
    expect(recent.missedBy(own, 0)).toEqual(['posts']);
  });

  test('every topic when its role or block changed', () => {
    recent.add([{ kind: 'rooms-changed', userId: 7 }]);
    expect(recent.missedBy(own, 0)).toEqual([...topics]);
    expect(recent.missedBy(neighbour, 0)).toEqual([]);
  });

  test('every topic, perhaps, when its data is older than three minutes or than the process', () => {
    expect(recent.missedBy(own, 151 * second)).toEqual([...topics]);
    now = slowestHandshake;
    expect(recent.missedBy(own, 0)).toEqual([]);
    expect(recent.missedBy(own, 1)).toEqual([...topics]);
  });
});

test('the newest change counts, also after older ones were forgotten', () => {
  change('payments');
  now += 200 * second;
  change('documents');
  now += 100 * second;
  change('payments');
  expect(recent.missedBy(own, 0)).toEqual(['payments']);
  expect(recent.missedBy(own, 80 * second)).toEqual(
    topics.filter((topic) => ['payments', 'documents'].includes(topic)),
  );
});
