import * as z from 'zod/mini';
import { created, done, endpoint, idParams, list, page, paging } from './endpoint.ts';
import { optionalText, text } from './fields.ts';

export const Post = z.object({
  id: z.number(),
  user_id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  /** File name of the author's small photo. */
  potret: z.nullable(z.string()),
  konten: z.string(),
  foto: z.nullable(z.string()),
  tanggal_post: z.string(),
  total_likes: z.number(),
  total_comments: z.number(),
  liked: z.boolean(),
});
export type Post = z.output<typeof Post>;

const PostComment = z.object({
  id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  potret: z.nullable(z.string()),
  komentar: z.string(),
  tanggal_komentar: z.string(),
});

export const listPosts = endpoint('GET', '/api/posts', {
  allow: 'posts.read',
  summary: 'Posts, newest first',
  query: z.object(paging),
  returns: page(Post),
});
export const createPost = endpoint('POST', '/api/posts', {
  allow: 'posts.create',
  summary: 'Create a post with a text, a photo, or both',
  body: z.object({ konten: optionalText('Konten', 5_000) }),
  files: { foto: { accept: 'image' } },
  returns: created(Post),
  creates: 'postCreated',
});
export const deletePost = endpoint('DELETE', '/api/posts/:id', {
  allow: 'posts.delete',
  summary: 'Delete a post: own posts, officers any post',
  params: idParams,
  returns: done,
});
export const likePost = endpoint('POST', '/api/posts/:id/like', {
  allow: 'posts.react',
  counts: 'minute',
  summary: 'Like a post, or remove the like',
  params: idParams,
  returns: z.object({ liked: z.boolean(), total_likes: z.number() }),
});
export const listLikes = endpoint('GET', '/api/posts/:id/likes', {
  allow: 'posts.read',
  summary: 'People who like a post',
  params: idParams,
  returns: list(z.object({ user_id: z.number(), nama: z.string(), blok: z.nullable(z.string()) })),
});
export const listPostComments = endpoint('GET', '/api/posts/:id/comments', {
  allow: 'posts.read',
  summary: 'Comments of a post, oldest first',
  params: idParams,
  returns: list(PostComment),
});
export const commentPost = endpoint('POST', '/api/posts/:id/comments', {
  allow: 'posts.react',
  summary: 'Comment on a post',
  params: idParams,
  body: z.object({ komentar: text('Komentar', 1_000) }),
  returns: created(PostComment),
  creates: 'commentAdded',
});

export const postAudit = {
  subjects: { posts: 'Postingan' },
  actions: {
    'post.deleted': 'Menghapus postingan',
  },
} as const;
