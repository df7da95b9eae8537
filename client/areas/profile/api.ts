import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listSessions, type Session } from '../../../contract/auth.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { can } from '../../../contract/policy.ts';
import {
  updatePassword,
  updatePasswordWarga,
  updateProfile,
  updateProfileWarga,
} from '../../../contract/profile.ts';
import { useActor, useAuth } from '../../shared/auth.tsx';
import { type CallError, call } from '../../shared/http.ts';
import { useSend } from '../../shared/queries.ts';

/** Residents and officers have separate endpoints with the same fields. */
const endpoints = {
  warga: { profile: updateProfileWarga, password: updatePasswordWarga },
  staff: { profile: updateProfile, password: updatePassword },
};

/** Only residents can change their own house; for officers another officer does it. */
export const useMayMove = () => can(useActor(), 'profile.own-warga');

const useEndpoints = () => endpoints[useMayMove() ? 'warga' : 'staff'];

type ProfileChanges = Partial<CallInput<typeof updateProfile>['body']>;

/** The endpoint requires name and e-mail even when they are unchanged. */
export function useUpdateProfile() {
  const { id: user_id, nama, email } = useAuth().user;
  const { send } = useSend(useEndpoints().profile);
  return (changes: ProfileChanges) => {
    const hanya = Object.keys(changes) as NonNullable<ProfileChanges['hanya']>;
    return send({ body: { user_id, nama, email, ...changes, hanya } });
  };
}
export const useUpdatePassword = () => useSend(useEndpoints().password);

/** Sessions have no topic: other users cannot see them, and an ended session gets a 401 by itself. */
const devicesKey = ['session', 'devices'];

export function useDevices() {
  return useQuery<readonly Session[], CallError>({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => {
      const { data } = await call(listSessions, {}, { signal });
      return data.toSorted((a, b) => Number(b.ini) - Number(a.ini));
    },
  });
}

export function useRefetchDevices() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: devicesKey });
}
