/** Which rooms a person is in, and which rooms hear of a change: both follow from the policy table alone. */
import { type Topic, topicAudience } from '../../../contract/events.ts';
import { type Actor, blockLetter, type Role, roles } from '../../../contract/people.ts';
import { policy } from '../../../contract/policy.ts';

/** Whose data changed; null when it is nobody's in particular. */
export type Subject = { user_id: number; blok: string | null } | null;

export const userRoom = (userId: number) => `user:${userId}`;
export const sessionRoom = (sessionId: number) => `session:${sessionId}`;
const roleRoom = (role: Role) => `role:${role}`;
const blockRoom = (role: Role, letter: string) => `role:${role}:${letter}`;

export function roomsOf(actor: Actor): string[] {
  const letter = blockLetter(actor.blok);
  const rooms = [userRoom(actor.id), sessionRoom(actor.sessionId), roleRoom(actor.jenis)];
  return letter ? [...rooms, blockRoom(actor.jenis, letter)] : rooms;
}

export function audienceOf(topic: Topic, subject: Subject): string[] {
  const rooms = new Set<string>();
  for (const action of topicAudience[topic]) {
    for (const role of roles) {
      const room = roomFor(policy[action][role], role, subject);
      if (room) rooms.add(room);
    }
  }
  return [...rooms];
}

function roomFor(reach: 'all' | 'block' | 'own' | 'no', role: Role, subject: Subject): string | null {
  if (reach === 'all') return roleRoom(role);
  if (reach === 'no') return null;
  if (!subject) return roleRoom(role);
  if (reach === 'own') return userRoom(subject.user_id);
  const letter = blockLetter(subject.blok);
  return letter ? blockRoom(role, letter) : null;
}
