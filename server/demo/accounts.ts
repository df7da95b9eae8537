/** The demo accounts, shown on the login screen in demo mode only (decisions §9). */
import type { Role } from '../../contract/people.ts';

/** Every account of the demo estate has an address here; `.test` belongs to nobody. */
export const demoDomain = 'guyub.test';

export const demoPassword = 'guyub123';

export const demoAccounts: readonly { email: string; jenis: Role }[] = [
  { email: `ketua@${demoDomain}`, jenis: 'ketua' },
  { email: `admin@${demoDomain}`, jenis: 'admin' },
  { email: `koordinator@${demoDomain}`, jenis: 'koordinator_perblok' },
  { email: `warga@${demoDomain}`, jenis: 'warga' },
];

/** What the login screen shows of it. */
export interface DemoAccess {
  password: string;
  accounts: readonly { email: string; jenis: Role }[];
}

export const demoAccess: DemoAccess = { password: demoPassword, accounts: demoAccounts };
