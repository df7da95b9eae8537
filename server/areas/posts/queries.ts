/** SQL about the feed. */
import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, windowOf } from '../../platform/db/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { inScope } from '../../platform/db/scope.ts';
import type { Tx } from '../../platform/db/write.ts';

const order = newestFirst<{ id: number }>('posts');

/** @param reader whose likes are marked */
function posts(db: Db, reader: number) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select([
      'posts.id',
      'posts.user_id',
      'users.nama',
      'users.blok',
      'posts.konten',
      'posts.foto',
      'posts.tanggal_post',
      sql<number>`(SELECT count(*) FROM post_likes WHERE post_likes.post_id = posts.id)`.as('total_likes'),
      sql<number>`(SELECT count(*) FROM post_comments WHERE post_comments.post_id = posts.id)`.as(
        'total_comments',
      ),
      sql<number>`(SELECT count(*) FROM post_likes WHERE post_likes.post_id = posts.id AND post_likes.user_id = ${reader})`.as(
        'likes_of_reader',
      ),
    ])
    .where('posts.dihapus_pada', 'is', null);
}

const marked = <Row extends { likes_of_reader: number }>(post: Row) => ({
  ...post,
  liked: post.likes_of_reader > 0,
});

const readPosts = prepared(
  (db, { reader, before, fetch }: { reader: number; before: number; fetch: number }) =>
    posts(db, reader).where('posts.id', '<', before).orderBy('posts.id', 'desc').limit(fetch),
);

export async function listPosts(db: Db, reader: number, request: PageRequest) {
  const window = windowOf(order, request);
  const rows = await readPosts(db, { reader, ...window });
  const page = cutPage(order, rows, window.fetch);
  return { ...page, data: page.data.map(marked) };
}

export async function findPost(db: Db, reader: number, id: number) {
  const row = await posts(db, reader).where('posts.id', '=', id).executeTakeFirst();
  return row && marked(row);
}

/** Only posts that the scope reaches: one's own, or as officer any. */
export function findInScope(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.konten', 'posts.foto'])
    .where('posts.id', '=', id)
    .where('posts.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .executeTakeFirst();
}

export async function insertPost(tx: Tx, post: { user_id: number; konten: string; foto: string | null }) {
  const { id } = await tx.db
    .insertInto('posts')
    .values({ ...post, tanggal_post: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One like per person and post, by the primary key; a second press takes it back. */
export async function toggleLike(tx: Tx, post_id: number, user_id: number): Promise<boolean> {
  const added = await tx.db
    .insertInto('post_likes')
    .values({ post_id, user_id, tanggal_like: tx.now })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('post_id')
    .executeTakeFirst();
  if (added) return true;
  await tx.db
    .deleteFrom('post_likes')
    .where('post_id', '=', post_id)
    .where('user_id', '=', user_id)
    .execute();
  return false;
}

export async function countLikes(db: Db, postId: number): Promise<number> {
  const { total } = await db
    .selectFrom('post_likes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return total;
}

export function listLikes(db: Db, postId: number) {
  return db
    .selectFrom('post_likes')
    .innerJoin('users', 'users.id', 'post_likes.user_id')
    .select(['users.id as user_id', 'users.nama', 'users.blok'])
    .where('post_id', '=', postId)
    .orderBy('tanggal_like')
    .orderBy('users.id')
    .limit(1_000)
    .execute();
}

function comments(db: Db) {
  return db
    .selectFrom('post_comments')
    .innerJoin('users', 'users.id', 'post_comments.user_id')
    .select([
      'post_comments.id',
      'users.nama',
      'users.blok',
      'post_comments.komentar',
      'post_comments.tanggal_komentar',
    ]);
}

/** Oldest first; of more than a thousand the newest. */
export async function listComments(db: Db, postId: number) {
  const newest = comments(db).where('post_id', '=', postId).orderBy('post_comments.id', 'desc').limit(1_000);
  return (await newest.execute()).toReversed();
}

export async function insertComment(tx: Tx, comment: { post_id: number; user_id: number; komentar: string }) {
  const { id } = await tx.db
    .insertInto('post_comments')
    .values({ ...comment, tanggal_komentar: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await comments(tx.db).where('post_comments.id', '=', id).executeTakeFirstOrThrow();
}

export async function hasPhoto(db: Db, foto: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('foto', '=', foto)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
