import { getCheckpoint } from '../../../contract/log.ts';
import { useRead } from '../../shared/queries.ts';

export const useCheckpoint = () => useRead('cash-book', getCheckpoint, {});
