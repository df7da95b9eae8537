import * as contract from '../../../contract/reminders.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const reminders: Area = { contract, routes };
