import * as contract from '../../../contract/complaints.ts';
import { scopeOf, within } from '../../../contract/policy.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { answerComplaint } from './answer-complaint.ts';
import * as queries from './queries.ts';
import { changeComplaint, createComplaint, deleteComplaint } from './save-complaint.ts';
import { commentedMessage, tellComplainant } from './tell-complainant.ts';

export function routes(context: Context) {
  const { db, write } = context;
  return [
    route(contract.listOwnComplaints, async ({ scope }) => ({
      data: (await queries.listComplaints(db, scope, {}, {})).data,
    })),
    route(contract.listComplaints, ({ scope, query }) => queries.listComplaints(db, scope, query, query)),
    route(contract.countComplaints, async ({ scope, query }) => ({
      data: await queries.countByStatus(db, scope, query),
    })),
    route(contract.createComplaint, ({ actor, scope, body, files }) =>
      createComplaint(context, actor, scope, body, files.foto),
    ),
    route(contract.changeComplaint, async ({ actor, scope, params: { id }, body, files }) => ({
      data: await changeComplaint(context, actor, scope, { ...body, id, photo: files.foto }),
      message: successes.complaintUpdated,
    })),
    route(contract.deleteComplaint, async ({ actor, scope, params }) => {
      await deleteComplaint(context, actor, scope, params.id);
      return { message: successes.complaintDeleted };
    }),
    route(contract.answerComplaint, async ({ actor, scope, params: { id }, body, files }) => ({
      data: await answerComplaint(context, actor, scope, { ...body, id, photo: files.foto_jawaban }),
      message: successes.complaintAnswered,
    })),
    route(contract.listComplaintComments, async ({ scope, params }) => {
      found(await queries.findComplaint(db, scope, params.id));
      return { data: await queries.listComments(db, params.id) };
    }),
    route(contract.commentComplaint, ({ actor, scope, params, body }) =>
      write(actor, async (tx) => {
        const complaint = found(await queries.findComplaint(tx.db, scope, params.id));
        const comment = { aduan_id: params.id, user_id: actor.id, komentar: body.komentar };
        const inserted = await queries.insertComment(tx, comment);
        await tellComplainant(tx, actor, complaint, commentedMessage(actor, complaint));
        tx.changed('complaints', complaint);
        return inserted;
      }),
    ),
  ];
}

export const complaintPhotoRule: AssetRule = async (db, actor, nama) => {
  const owner = await queries.findPhotoOwner(db, nama);
  if (!owner) return null;
  const scope = scopeOf(actor, 'complaints.read');
  return owner.user_id === actor.id || (scope && within(scope, owner)) ? {} : null;
};
