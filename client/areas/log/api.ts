import { exportLog, getCheckpoint } from '../../../contract/log.ts';
import { useDownload, useRead } from '../../shared/queries.ts';

export const useCheckpoint = () => useRead('cash-book', getCheckpoint, {});
export const useLogDownload = () => useDownload(exportLog);
