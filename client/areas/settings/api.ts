/** What several parts of the page read. The page has it all, so that no part brings it along once more. */
import { type AuditSubject, listAudit, listMoneyAudit, type moneySubjects } from '../../../contract/audit.ts';
import { usePages } from '../../shared/queries.ts';

export { useSettings } from '../../shared/estate.ts';

export const useAudit = (entitas: AuditSubject | '', author: number | undefined) =>
  usePages('settings', listAudit, { query: { entitas: entitas || undefined, user_id: author } });

export const useMoneyAudit = (entitas: (typeof moneySubjects)[number] | '') =>
  usePages('settings', listMoneyAudit, { query: { entitas: entitas || undefined } });
