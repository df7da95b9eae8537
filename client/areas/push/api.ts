import { getPush } from '../../../contract/push.ts';
import { useRead } from '../../shared/queries.ts';

export const usePush = () => useRead('notifications', getPush, {});
