import type { QueryClient } from '@tanstack/react-query';
import { listLikes, listPosts, type Post } from '../../contract/posts.ts';
import { invalidate } from './queries.ts';

interface Pages {
  pages: { data: Post[] }[];
}

export type Likes = Pick<Post, 'id' | 'total_likes'> & { liked?: boolean };

export const feed = { queryKey: ['posts', listPosts.method, listPosts.path] };

export function showLikes(client: QueryClient, likes: readonly Likes[]): void {
  const now = new Map(likes.map((one) => [one.id, one]));
  client.setQueriesData<Pages>(
    feed,
    (read) =>
      read && {
        ...read,
        pages: read.pages.map((page) => ({
          ...page,
          data: page.data.map((post) => (now.has(post.id) ? { ...post, ...now.get(post.id) } : post)),
        })),
      },
  );
}

export function refetchLikers(client: QueryClient, posts: readonly number[]): void {
  for (const id of posts) {
    const queryKey = ['posts', listLikes.method, listLikes.path, { params: { id } }];
    invalidate(client, { queryKey }, document.hidden ? 'none' : 'active');
  }
}
