/** Who makes a call in a test that has one for each call. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Role, roles } from '../../contract/people.ts';
import { can, policy } from '../../contract/policy.ts';

/** The one with the least rights who may make the call. */
export const makerOf = ({ allow }: Endpoint): Role =>
  roles.findLast((jenis) => allow === 'public' || allow === 'signed-in' || can({ jenis }, allow)) ?? 'ketua';

export const isAboutOneself = ({ allow }: Endpoint, jenis: Role) =>
  allow === 'public' || allow === 'signed-in' || policy[allow][jenis] === 'own';
