/** Socket rooms of a user and rooms to notify of a change, both derived from the policy table. */
import { type Topic, topicAudience } from '../../contract/events.ts';
import { type Actor, type Role, roles } from '../../contract/people.ts';
import { type Owner, pengawasMay, policy, type Reach, reachKeys } from '../../contract/policy.ts';

export type Subject = Owner | null;

export const userRoom = (userId: number) => `user:${userId}`;
export const sessionRoom = (sessionId: number) => `session:${sessionId}`;
const roleRoom = (role: Role) => `role:${role}`;
const pengawasRoom = 'pengawas';
const blockRoom = (role: Role, letter: string) => `role:${role}:${letter}`;

export function roomsOf(actor: Actor): string[] {
  const { block, own } = reachKeys({ user_id: actor.id, blok: actor.blok });
  const rooms = [userRoom(own), sessionRoom(actor.sessionId), roleRoom(actor.jenis)];
  if (actor.pengawas) rooms.push(pengawasRoom);
  return block ? [...rooms, blockRoom(actor.jenis, block)] : rooms;
}

export function audienceOf(topic: Topic, subject: Subject): string[] {
  const rooms = new Set<string>();
  for (const action of topicAudience[topic]) {
    if (pengawasMay.includes(action)) rooms.add(pengawasRoom);
    for (const role of roles) {
      const room = roomFor(policy[action][role], role, subject);
      if (room) rooms.add(room);
    }
  }
  return [...rooms];
}

function roomFor(reach: Reach, role: Role, subject: Subject): string | null {
  if (reach === 'no') return null;
  if (reach === 'all' || !subject) return roleRoom(role);
  const { block, own } = reachKeys(subject);
  if (reach === 'own') return userRoom(own);
  return block && blockRoom(role, block);
}
