import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { likePost, type Post } from '../../../contract/posts.ts';
import { feed, type Likes, refetchLikers, showLikes } from '../../shared/likes.ts';
import { invalidate, useSend } from '../../shared/queries.ts';

const toggled = ({ id, liked, total_likes }: Post): Likes => ({
  id,
  liked: !liked,
  total_likes: total_likes + (liked ? -1 : 1),
});

/**
 * Optimistic update of the like. The server's answer then replaces it, also in lists that were loaded
 * earlier. A press while the one before is being sent changes what is wanted, and is sent after it.
 */
export function useLikePost() {
  const client = useQueryClient();
  const { send, isSending } = useSend(likePost);
  const wanted = useRef<boolean>(null);
  return async (post: Post) => {
    const { id, liked, total_likes } = post;
    const interrupted = client.isFetching(feed) > 0;
    void client.cancelQueries(feed);
    showLikes(client, [toggled(post)]);
    wanted.current = !liked;
    if (isSending) return;
    try {
      let now = await send({ params: { id } });
      while (now.liked !== wanted.current) now = await send({ params: { id } });
      showLikes(client, [{ id, liked: now.liked, total_likes: now.total_likes }]);
      refetchLikers(client, [id]);
      if (interrupted) invalidate(client, feed);
    } catch (error) {
      showLikes(client, [{ id, liked, total_likes }]);
      invalidate(client, { queryKey: ['posts'] });
      throw error;
    }
  };
}
