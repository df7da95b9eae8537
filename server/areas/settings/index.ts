import * as contract from '../../../contract/settings.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const settings: Area = { contract, routes };
