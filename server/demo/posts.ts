import { type Calendar, historyMonths } from './calendar.ts';
import type { PlannedComment } from './complaints.ts';
import type { People, Person } from './people.ts';
import { type PostText, postComments, postTexts } from './post-texts.ts';
import { makeRandom, type Random } from './random.ts';
import type { SceneName } from './scenes.ts';

export interface PlannedPost {
  by: Person;
  konten: string;
  scene: SceneName | null;
  at: Date;
  likes: { by: Person; at: Date }[];
  comments: PlannedComment[];
}

export function planPosts(people: People, calendar: Calendar): PlannedPost[] {
  const random = makeRandom('posts');
  const posts = postTexts.map((text, index): PlannedPost => {
    const at = timeOf(text, (index + 0.5) / postTexts.length, calendar, random);
    const by = random.pick(text.official ? [people.ketua, people.ketua, people.admin] : people.residents);
    return {
      by,
      konten: text.konten,
      scene: text.scene ?? null,
      at,
      ...reactions(at, people, calendar, random),
    };
  });
  return posts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function timeOf({ bulan }: PostText, position: number, calendar: Calendar, random: Random): Date {
  const seasonal = calendar.months.findLastIndex((month) => month.bulan === bulan);
  if (seasonal >= 0) return calendar.moment(seasonal, bulan === 1 ? 0.02 : 0.52, random);
  const place = position ** 0.5 * historyMonths;
  const month = Math.min(historyMonths - 1, Math.floor(place));
  return calendar.moment(month, place - month, random);
}

function reactions(at: Date, { residents, coordinators }: People, calendar: Calendar, random: Random) {
  const crowd = random.shuffled([...residents, ...coordinators]);
  const soon = () => calendar.later(at, 0.05 + 2 * random.next() ** 2, random);
  return {
    likes: crowd.slice(0, random.between(2, 38)).map((by) => ({ by, at: soon() })),
    comments: crowd
      .slice(40, 40 + random.between(0, 6))
      .map((by) => ({ by, komentar: random.pick(postComments), at: soon() }))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}
