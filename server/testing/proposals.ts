/** What the second person does with what somebody has proposed. */
import { type Approval, decideApproval, listApprovals } from '../../contract/approvals.ts';
import type { Person } from './people.ts';

type Reader = Pick<Person, 'call'>;

export const openProposals = async (by: Reader) =>
  (await by.call(listApprovals, { query: { status: 'menunggu' } })).body.data;

export async function onlyProposal(by: Reader) {
  const [first, ...others] = await openProposals(by);
  if (!first || others.length > 0) throw new Error('not exactly one open proposal');
  return first;
}

export const decide = (
  by: Reader,
  { id, sidik }: Pick<Approval, 'id' | 'sidik'>,
  keputusan: 'setuju' | 'tolak' = 'setuju',
) => by.call(decideApproval, { params: { id }, body: { keputusan, sidik } });
