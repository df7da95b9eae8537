import type { Calendar } from './calendar.ts';
import { planComplaints } from './complaints.ts';
import { planDocuments } from './documents.ts';
import { planPayments } from './dues.ts';
import type { Gallery } from './gallery.ts';
import { planPeople } from './people.ts';
import { planPosts } from './posts.ts';
import { drawProofs } from './proofs.ts';
import { makeRandom } from './random.ts';
import { drawScene, moods, type SceneName } from './scenes.ts';
import { planExpenses, planIncome } from './spending.ts';

export type Estate = ReturnType<typeof planEstate>;

export function planEstate(calendar: Calendar, timeZone: string, gallery: Gallery) {
  const random = makeRandom('estate');
  const people = planPeople(calendar);
  const payments = planPayments(people, calendar);
  const expenses = planExpenses(people, calendar);
  const income = planIncome(people, calendar);
  const proofs = drawProofs(payments, timeZone);
  const scene = (name: SceneName | null, kind: Parameters<Gallery['picture']>[1], at: Date) =>
    name ? gallery.picture(drawScene(name, random.pick(moods)), kind, at) : null;
  return {
    people,
    income,
    payments: payments.map((payment) => ({
      ...payment,
      bukti_transfer: gallery.picture(proofs.get(payment)?.drawing ?? '', 'proof', payment.uploaded),
      referensi: proofs.get(payment)?.referensi ?? null,
    })),
    expenses: expenses.map((expense) => ({
      ...expense,
      foto: scene(expense.saksi === null ? expense.scene : null, 'expense', expense.created),
    })),
    complaints: planComplaints(people, calendar).map((complaint) => ({
      ...complaint,
      foto: scene(complaint.scene, 'complaint', complaint.at),
      foto_jawaban: scene(complaint.answerScene, 'answer', complaint.answeredAt ?? complaint.at),
    })),
    posts: planPosts(people, calendar).map((post) => ({ ...post, foto: scene(post.scene, 'post', post.at) })),
    documents: planDocuments(people, calendar, { payments, expenses }).map((document) => ({
      ...document,
      nama_file: gallery.document(document.content, document.at),
    })),
  };
}
