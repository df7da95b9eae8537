import * as contract from '../../../contract/push.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const push: Area = { contract, routes };
