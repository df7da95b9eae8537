/** The demo accounts, shown on the login screen in demo mode only (decisions §9). */
import type { Role } from '../../contract/people.ts';

export const demoPassword = 'guyub123';

export const demoAccounts: readonly { email: string; jenis: Role }[] = [
  { email: 'ketua@guyub.test', jenis: 'ketua' },
  { email: 'admin@guyub.test', jenis: 'admin' },
  { email: 'koordinator@guyub.test', jenis: 'koordinator_perblok' },
  { email: 'warga@guyub.test', jenis: 'warga' },
];
