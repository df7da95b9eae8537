import * as contract from '../../../contract/officers.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const officers: Area = {
  contract,
  routes,
  uniqueRules: [
    [/users_email_unique|users\.email/, 'email_taken', 'email'],
    [/users_phone_unique|users\.no_hp/, 'phone_taken', 'no_hp'],
  ],
};
