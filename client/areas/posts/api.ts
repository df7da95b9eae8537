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
import { readAgain, usePages, useRead, useSend } from '../../lib/queries.ts';

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

type Likes = Pick<Post, 'liked' | 'total_likes'>;

const toggled = ({ liked, total_likes }: Likes): Likes => ({
  liked: !liked,
  total_likes: total_likes + (liked ? -1 : 1),
});

const feed = { queryKey: ['posts', listPosts.method, listPosts.path] };

/** Shows the like before the server has it; what the server then says wins, also over lists that were read before. */
export function useLikePost() {
  const client = useQueryClient();
  const { send, isSending } = useSend(likePost, ['posts']);
  const show = (id: number, likes: Likes) =>
    client.setQueriesData<Pages>(
      feed,
      (now) =>
        now && {
          ...now,
          pages: now.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.id === id ? { ...one, ...likes } : one)),
          })),
        },
    );
  const press = async ({ id, liked, total_likes }: Post) => {
    const before = { liked, total_likes };
    void client.cancelQueries(feed);
    show(id, toggled(before));
    try {
      const now = await send({ params: { id } });
      show(id, { liked: now.liked, total_likes: now.total_likes });
    } catch (error) {
      show(id, before);
      readAgain(client, { queryKey: ['posts'] });
      throw error;
    }
  };
  return { press, isSending };
}
