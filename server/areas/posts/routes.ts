import { notificationTitles } from '../../../contract/events.ts';
import type { Scope } from '../../../contract/policy.ts';
import * as contract from '../../../contract/posts.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, invalidFields, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { tellKetua } from '../notifications/tell-ketua.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const { db, write } = context;
  return [
    route(contract.listPosts, async ({ actor, query }) => queries.listPosts(db, actor.id, query)),
    route(contract.createPost, ({ actor, body, files }) =>
      createPost(context, actor, body.konten ?? '', files.foto),
    ),
    route(contract.deletePost, async ({ actor, scope, params }) =>
      deletePost(context, actor, scope, params.id),
    ),
    route(contract.likePost, async ({ actor, params }) =>
      write(actor, async (tx) => {
        found(await queries.findPost(tx.db, actor.id, params.id));
        const liked = await queries.toggleLike(tx, params.id, actor.id);
        tx.after({ kind: 'liked', postId: params.id, userId: actor.id });
        const [counted] = await queries.countLikes(tx.db, [params.id]);
        return { liked, total_likes: found(counted).total_likes };
      }),
    ),
    route(contract.listLikes, async ({ actor, params }) => {
      found(await queries.findPost(db, actor.id, params.id));
      return { data: await queries.listLikes(db, params.id) };
    }),
    route(contract.listPostComments, async ({ actor, params }) => {
      found(await queries.findPost(db, actor.id, params.id));
      return { data: await queries.listComments(db, params.id) };
    }),
    route(contract.commentPost, ({ actor, params, body }) =>
      write(actor, async (tx) => {
        found(await queries.findPost(tx.db, actor.id, params.id));
        const comment = { post_id: params.id, user_id: actor.id, komentar: body.komentar };
        const inserted = await queries.insertComment(tx, comment);
        tx.changed('posts');
        return inserted;
      }),
    ),
  ];
}

async function createPost(
  { files, write }: Context,
  actor: Author,
  konten: string,
  photo: Upload | undefined,
) {
  if (konten === '' && !photo) throw invalidFields({ konten: 'Tulis sesuatu atau pilih foto' });
  const stored = photo ? [await files.storeImage(photo, 'post')] : [];
  return await write(
    actor,
    async (tx) => {
      const id = await queries.insertPost(tx, { user_id: actor.id, konten, foto: stored[0]?.nama ?? null });
      await tellKetua(tx, actor, {
        jenis: 'new-post',
        judul: notificationTitles['new-post'],
        pesan: `${actor.nama} membuat postingan baru.`,
        halaman: 'info-warga',
        tentang: id,
      });
      tx.changed(['posts', 'dashboard']);
      return found(await queries.findPost(tx.db, actor.id, id));
    },
    stored,
  );
}

async function deletePost({ write }: Context, actor: Author, scope: Scope, id: number) {
  await write(actor, async (tx) => {
    const before = found(await queries.findInScope(tx.db, scope, id));
    if (!(await markDeleted(tx, 'posts', id, actor.id))) throw new Refusal('not_found');
    await tx.audit('post.deleted', 'posts', id, { sebelum: before });
    tx.changed(['posts', 'dashboard']);
  });
  return { message: successes.postDeleted };
}

export const postPhotoRule: AssetRule = async (db, _actor, nama) =>
  (await queries.hasPhoto(db, nama)) ? {} : null;
