import * as contract from '../../../contract/notifications.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const notifications: Area = { contract, routes };
