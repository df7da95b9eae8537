import { listOfficers } from '../../../contract/officers.ts';
import { useRead } from '../../shared/queries.ts';

export const useOfficers = () => useRead('officers', listOfficers, {});
