import {
  decideHandover,
  listHandovers,
  makeHandover,
  withdrawHandover,
} from '../../../contract/handovers.ts';
import { usePages, useSend } from '../../shared/queries.ts';

export const useHandovers = () => usePages('rounds', listHandovers, {});
export const useMakeHandover = () => useSend(makeHandover);
export const useDecideHandover = () => useSend(decideHandover);
export const useWithdrawHandover = () => useSend(withdrawHandover);
