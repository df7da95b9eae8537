import type { Endpoint } from '../../contract/endpoint.ts';
import { type Role, roles } from '../../contract/people.ts';
import { can, policy } from '../../contract/policy.ts';

export const makerOf = ({ allow }: Endpoint): Role =>
  roles.findLast((jenis) => allow === 'public' || allow === 'signed-in' || can({ jenis }, allow)) ?? 'ketua';

export const isAboutOneself = ({ allow }: Endpoint, jenis: Role) =>
  allow === 'public' || allow === 'signed-in' || policy[allow][jenis] === 'own';
