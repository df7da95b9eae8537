import { choosePush, getPush } from '../../../contract/push.ts';
import { useRead, useSend } from '../../shared/queries.ts';

export const usePush = () => useRead('notifications', getPush, {});
export const useChoosePush = () => useSend(choosePush);
