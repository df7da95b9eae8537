/** What the feed reads and sends. */
import { useQueryClient } from '@tanstack/react-query';
import {
  commentPost,
  createPost,
  deletePost,
  likePost,
  listLikes,
  listPostComments,
  listPosts,
  type Post,
} from '../../../contract/posts.ts';
import { usePages, useRead, useSend } from '../../lib/queries.ts';

const topics = ['posts', 'dashboard'] as const;

export const usePosts = () => usePages('posts', listPosts, {}, 20);
export const useCreatePost = () => useSend(createPost, topics);
export const useDeletePost = () => useSend(deletePost, topics);
export const useCommentPost = () => useSend(commentPost, ['posts']);

export const usePostLikes = (id: number) => useRead('posts', listLikes, { params: { id } });
export const usePostComments = (id: number) => useRead('posts', listPostComments, { params: { id } });

interface Pages {
  pages: { data: Post[] }[];
}

const toggled = (post: Post): Post => ({
  ...post,
  liked: !post.liked,
  total_likes: post.total_likes + (post.liked ? -1 : 1),
});

/** Shows the like before the server has it; what the server then says wins. */
export function useLikePost() {
  const client = useQueryClient();
  const { send, isSending } = useSend(likePost, ['posts']);
  const press = async (post: Post) => {
    client.setQueriesData<Pages>({ queryKey: ['posts', listPosts.method, listPosts.path] }, (now) =>
      now?.pages
        ? {
            ...now,
            pages: now.pages.map((page) => ({
              ...page,
              data: page.data.map((one) => (one.id === post.id ? toggled(one) : one)),
            })),
          }
        : now,
    );
    try {
      await send({ params: { id: post.id } });
    } catch (error) {
      await client.invalidateQueries({ queryKey: ['posts'] });
      throw error;
    }
  };
  return { press, isSending };
}
