import { useSyncExternalStore } from 'react';
import type { Answer, CallInput, Endpoint, HandlerInput } from '../../contract/endpoint.ts';
import { useActor } from './auth.tsx';
import { CallError } from './http.ts';
import { enqueue, outbox, remove, type Waiting } from './outbox.ts';
import { useSend } from './queries.ts';

export type WaitingFor<E extends Endpoint> = Waiting & Pick<HandlerInput<E, Blob>, 'body'>;

export function useAllWaiting(): Waiting[] {
  const { id } = useActor();
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  return items.filter(({ userId }) => userId === id);
}

export function useWaiting<E extends Endpoint>(...endpoints: E[]): WaitingFor<E>[] {
  const isFor = ({ path }: Waiting) => endpoints.some((endpoint) => endpoint.path === path);
  return useAllWaiting().filter(isFor) as WaitingFor<E>[];
}

export function useAnswered(endpoint: Endpoint) {
  const { id } = useActor();
  const items = useSyncExternalStore(outbox.subscribe, outbox.answered);
  return items.filter(({ userId, path }) => userId === id && path === endpoint.path);
}

export const useSending = () => useSyncExternalStore(outbox.subscribe, outbox.sending);

interface About {
  title: string;
  /** Key of the entry that this call replaces. */
  instead?: string | undefined;
}

/** Like `useSend`, but without a connection the call is stored in the outbox and the result is null. */
export function useSendLater<E extends Endpoint>(endpoint: E) {
  const { id: userId } = useActor();
  const { send, key, ...state } = useSend(endpoint);
  const sendOrKeep = async (input: CallInput<E>, { title, instead }: About): Promise<Answer<E> | null> => {
    const answer = await send(input).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'network') throw error;
      const { body = {}, files = {} } = input as Partial<Waiting>;
      const item = { key: key.take(), userId, path: endpoint.path, body, files, title };
      await enqueue(item).catch(() => {
        throw error;
      });
      key.drop();
      return null;
    });
    if (instead !== undefined) await remove(instead);
    return answer;
  };
  return { ...state, send: sendOrKeep };
}
