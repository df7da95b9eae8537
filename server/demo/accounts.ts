import type { Role } from '../../contract/people.ts';

/** Domain of all demo e-mail addresses. The top-level domain `.test` is reserved and cannot receive mail. */
export const demoDomain = 'guyub.test';

export const demoPassword = 'guyub123';

export const demoAccounts: readonly { email: string; jenis: Role }[] = [
  { email: `ketua@${demoDomain}`, jenis: 'ketua' },
  { email: `admin@${demoDomain}`, jenis: 'admin' },
  { email: `koordinator@${demoDomain}`, jenis: 'koordinator_perblok' },
  { email: `warga@${demoDomain}`, jenis: 'warga' },
];

export interface DemoAccess {
  password: string;
  accounts: readonly { email: string; jenis: Role }[];
}

export const demoAccess: DemoAccess = { password: demoPassword, accounts: demoAccounts };
