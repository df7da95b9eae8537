/** What was published lately, so that a socket hears on connecting what changed since its page was read. */
import { randomBytes } from 'node:crypto';
import { type Topic, topics as allTopics } from '../../../contract/events.ts';

/** Between a page's first reading and its socket lie seconds; in the liveliest estate fewer changes than these. */
const kept = 1_000;

export interface Announcement {
  rooms: string[];
  topics: Topic[];
}

export interface Moments {
  /** To be asked before reading: whatever the reading may have missed comes after it. Known to this process alone. */
  now(): string;
  /** Announcements made together; the moment after them is another one. */
  pass(announcements: readonly Announcement[]): void;
  /** Topics announced to any of these rooms since then; all topics there are when that is not known here. */
  changedSince(moment: string, rooms: ReadonlySet<string>): Topic[];
  /** Something may have been missed: no earlier moment is known any more. */
  restart(): void;
}

export function makeMoments(): Moments {
  let series = newSeries();
  let forgotten = 0;
  let passed: (readonly Announcement[])[] = [];
  const count = () => forgotten + passed.length;
  return {
    now: () => `${series}.${count()}`,
    pass: (announcements) => {
      passed.push(announcements);
      if (passed.length <= kept) return;
      passed.shift();
      forgotten += 1;
    },
    changedSince: (moment, rooms) => {
      const [of, place = ''] = moment.split('.');
      const at = /^\d{1,15}$/.test(place) ? Number(place) : -1;
      if (of !== series || at < forgotten || at > count()) return allTopics;
      const heard = passed
        .slice(at - forgotten)
        .flat()
        .filter((announcement) => announcement.rooms.some((room) => rooms.has(room)));
      return [...new Set(heard.flatMap(({ topics }) => topics))];
    },
    restart: () => {
      series = newSeries();
      forgotten = 0;
      passed = [];
    },
  };
}

const newSeries = () => randomBytes(6).toString('base64url');
