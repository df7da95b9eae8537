import * as contract from '../../../contract/waivers.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const waivers: Area = { contract, routes };
