import { listHandovers } from '../../../contract/handovers.ts';
import { usePages } from '../../shared/queries.ts';

export const useHandovers = () => usePages('rounds', listHandovers, {});
