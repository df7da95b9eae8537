/** What the profile screens read and send. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions, type Session } from '../../../contract/auth.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import {
  changeProfileWarga,
  updatePassword,
  updatePasswordWarga,
  updateProfile,
  updateProfileWarga,
} from '../../../contract/profile.ts';
import { can } from '../../../contract/policy.ts';
import { useActor, useAuth } from '../../shared/auth.tsx';
import { type CallError, call } from '../../shared/http.ts';
import { useSend } from '../../shared/queries.ts';

/** The same calls exist for warga and for the other roles. */
const families = {
  warga: { profile: updateProfileWarga, password: updatePasswordWarga },
  staff: { profile: updateProfile, password: updatePassword },
};

/** A warga may move house; for the others their house is an officer's business. */
export const useMayMove = () => can(useActor(), 'profile.own-warga');

const useFamily = () => families[useMayMove() ? 'warga' : 'staff'];

type ProfileChanges = Partial<CallInput<typeof updateProfile>['body']>;

/** Name and e-mail must go along, changed or not. */
export function useUpdateProfile() {
  const { id: user_id, nama, email } = useAuth().user;
  const { send } = useSend(useFamily().profile);
  return (changes: ProfileChanges) => {
    const hanya = Object.keys(changes) as NonNullable<ProfileChanges['hanya']>;
    return send({ body: { user_id, nama, email, ...changes, hanya } });
  };
}
export const useMoveHouse = () => useSend(changeProfileWarga);
export const useUpdatePassword = () => useSend(useFamily().password);

/** Devices belong to no topic: nobody else sees them, and a signed-out one notices by itself. */
const devicesKey = ['session', 'devices'];

/** The devices one is signed in on: this one, then the others, last used first. */
export function useDevices() {
  return useQuery<readonly Session[], CallError>({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => {
      const { data } = await call(listSessions, {}, { signal });
      return data.toSorted((a, b) => Number(b.ini) - Number(a.ini));
    },
  });
}

export function useReadDevicesAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: devicesKey });
}

export const useEndDevice = () => useSend(endSession);
