import { dateIn } from '../../contract/format.ts';

/** Banks date their lines in Jakarta, wherever the estate is. */
export const bankDay = (instant: Date | string | number): string => dateIn('Asia/Jakarta', new Date(instant));
