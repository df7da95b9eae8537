import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Post } from '../../../contract/posts.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('posts');

interface FoundPost extends Omit<Post, 'liked'> {
  likes_of_reader: number;
}

const posts = (
  reader: number,
) => sql<FoundPost>`SELECT posts.id, posts.user_id, users.nama, users.blok, users.potret,
    posts.konten, posts.foto, posts.tanggal_post,
    (SELECT count(*) FROM post_likes WHERE post_id = posts.id) AS total_likes,
    (SELECT count(*) FROM post_comments WHERE post_id = posts.id) AS total_comments,
    (SELECT count(*) FROM post_likes WHERE post_id = posts.id AND user_id = ${reader}) AS likes_of_reader
  FROM posts JOIN users ON users.id = posts.user_id WHERE posts.dihapus_pada IS NULL`;

const marked = (post: FoundPost) => ({ ...post, liked: post.likes_of_reader > 0 });

export async function listPosts(db: Db, reader: number, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const { rows } = await sql<FoundPost>`${posts(reader)} AND ${behind}
    ORDER BY posts.id DESC LIMIT ${fetch}`.execute(db);
  const page = cutPage(order, rows, fetch);
  return { ...page, data: page.data.map(marked) };
}

export async function findPost(db: Db, reader: number, id: number) {
  const { rows } = await sql<FoundPost>`${posts(reader)} AND posts.id = ${id}`.execute(db);
  return rows[0] && marked(rows[0]);
}

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

export const insertPost = (tx: Tx, post: { user_id: number; konten: string; foto: string | null }) =>
  insertRow(tx, 'posts', { ...post, tanggal_post: tx.now });

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

export function countLikes(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('posts')
    .select((eb) => [
      'posts.id',
      eb
        .selectFrom('post_likes')
        .whereRef('post_likes.post_id', '=', 'posts.id')
        .select((likes) => likes.fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('total_likes'),
    ])
    .where('posts.id', 'in', ids)
    .where('posts.dihapus_pada', 'is', null)
    .execute();
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
      'users.potret',
      'post_comments.komentar',
      'post_comments.tanggal_komentar',
    ]);
}

export async function listComments(db: Db, postId: number) {
  const newest = comments(db).where('post_id', '=', postId).orderBy('post_comments.id', 'desc').limit(1_000);
  return (await newest.execute()).toReversed();
}

export async function insertComment(tx: Tx, comment: { post_id: number; user_id: number; komentar: string }) {
  const id = await insertRow(tx, 'post_comments', { ...comment, tanggal_komentar: tx.now });
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
