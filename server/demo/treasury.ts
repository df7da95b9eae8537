/** Bank accounts of the demo estate. Other estates have none until the ketua enters them. */
import type { StoredSettings } from '../areas/settings/queries.ts';

export const treasury = {
  bankName: 'Bank Mandiri',
  bankAccount: '1330012345678',
  bankHolder: 'Kas Warga Guyub Asri',
  donationBank: 'Bank Mandiri',
  donationAccount: '1330098765432',
  donationHolder: 'Tim Guyub',
} as const satisfies Partial<StoredSettings>;
