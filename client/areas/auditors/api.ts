import { listAuditors } from '../../../contract/auditors.ts';
import { useRead } from '../../shared/queries.ts';

export const useAuditors = () => useRead('auditors', listAuditors, {});
