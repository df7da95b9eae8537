import type { ComplaintStatus } from '../../contract/complaints.ts';
import { blockLetter } from '../../contract/people.ts';
import { type Calendar, historyMonths } from './calendar.ts';
import { type ComplaintText, complaintTexts, staffComments, thanks } from './complaint-texts.ts';
import type { People, Person } from './people.ts';
import { makeRandom, type Random } from './random.ts';
import type { SceneName } from './scenes.ts';

export interface PlannedComment {
  by: Person;
  komentar: string;
  at: Date;
}

export interface PlannedComplaint extends Pick<ComplaintText, 'judul' | 'kategori' | 'deskripsi'> {
  by: Person;
  status: ComplaintStatus;
  jawaban: string | null;
  answeredAt: Date | null;
  answeredBy: Person | null;
  scene: SceneName | null;
  answerScene: SceneName | null;
  at: Date;
  comments: PlannedComment[];
}

const total = 54;
/** Complaints (by index) of the demo resident: one in each status. */
const ofDemoResident = new Map<number, ComplaintStatus>([
  [20, 'selesai'],
  [31, 'ditolak'],
  [47, 'proses'],
  [52, 'pending'],
]);

export function planComplaints(people: People, calendar: Calendar): PlannedComplaint[] {
  const random = makeRandom('complaints');
  const [demoResident] = people.residents;
  const complaints = Array.from({ length: total }, (_, index) => {
    const by = demoResident && ofDemoResident.has(index) ? demoResident : random.pick(people.residents);
    const share = ((index + 0.5) / total) ** 0.6;
    const month = Math.min(historyMonths - 1, Math.floor(share * historyMonths));
    return plan({
      by,
      index,
      at: calendar.moment(month, share * historyMonths - month, random),
      people,
      calendar,
      random,
    });
  });
  return complaints
    .filter(({ at, by }) => at > by.joined)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

interface Case {
  by: Person;
  index: number;
  at: Date;
  people: People;
  calendar: Calendar;
  random: Random;
}

function plan({ by, index, at, people, calendar, random }: Case): PlannedComplaint {
  const { jawaban, scene, ...shown } = complaintTexts[index % complaintTexts.length] ?? complaintTexts[0];
  const status = ofDemoResident.get(index) ?? statusOf(index, random);
  const answered = status === 'pending' ? null : calendar.later(at, 0.5 + 4 * random.next(), random);
  const staff = [
    ...people.coordinators.filter(({ blok }) => blockLetter(blok) === blockLetter(by.blok)),
    people.admin,
  ];
  const comments: PlannedComment[] = [];
  let last = at;
  for (let count = random.between(0, status === 'pending' ? 1 : 3); count > 0; count -= 1) {
    last = calendar.later(last, 0.3 + random.next(), random);
    comments.push({ by: random.pick(staff), komentar: random.pick(staffComments), at: last });
  }
  return {
    ...shown,
    by,
    status,
    jawaban: answerOf(status, jawaban, random),
    answeredAt: answered,
    answeredBy: answered && (staff[0] ?? people.admin),
    scene: random.chance(0.75) ? scene : null,
    answerScene: status === 'selesai' && random.chance(0.35) ? scene : null,
    at,
    comments,
  };
}

function statusOf(index: number, random: Random): ComplaintStatus {
  const age = total - index;
  if (age <= 8) return age % 3 === 0 ? 'proses' : 'pending';
  if (age <= 16) return random.pick(['proses', 'proses', 'selesai', 'pending', 'ditolak']);
  return random.chance(0.1) ? 'ditolak' : 'selesai';
}

function answerOf(status: ComplaintStatus, jawaban: string, random: Random): string | null {
  switch (status) {
    case 'pending':
      return null;
    case 'proses':
      return 'Sudah kami terima dan sedang dikerjakan. Mohon ditunggu.';
    case 'selesai':
      return `${jawaban} ${random.pick(thanks)}`;
    case 'ditolak':
      return 'Mohon maaf, hal ini di luar kewenangan pengurus. Silakan menghubungi pihak terkait.';
  }
}
