/** The outbox as screens and forms use it. */
import { useSyncExternalStore } from 'react';
import type { Answer, CallInput, Endpoint, HandlerInput } from '../../contract/endpoint.ts';
import { useActor } from './auth.tsx';
import { CallError } from './http.ts';
import { discard, keep, outbox, type Waiting } from './outbox.ts';
import { useSend } from './queries.ts';

/** A call of this kind that waits, with what it will send. */
export type WaitingFor<E extends Endpoint> = Waiting & Pick<HandlerInput<E, Blob>, 'body'>;

/** What this person has waiting, oldest first. */
export function useAllWaiting(): Waiting[] {
  const { id } = useActor();
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  return items.filter(({ userId }) => userId === id);
}

/** Of it what waits for these calls. */
export function useWaiting<E extends Endpoint>(...endpoints: E[]): WaitingFor<E>[] {
  const isFor = ({ path }: Waiting) => endpoints.some((endpoint) => endpoint.path === path);
  return useAllWaiting().filter(isFor) as WaitingFor<E>[];
}

/** The key of what is being sent just now. */
export const useSending = () => useSyncExternalStore(outbox.subscribe, outbox.sending);

interface About {
  title: string;
  /** The key of the waiting one in whose place this is sent. */
  instead?: string | undefined;
}

/** As `useSend`; what finds no connection waits in the outbox, and the answer is null. */
export function useSendLater<E extends Endpoint>(endpoint: E) {
  const { id: userId } = useActor();
  const { send, key, ...state } = useSend(endpoint);
  const sendOrKeep = async (input: CallInput<E>, { title, instead }: About): Promise<Answer<E> | null> => {
    const answer = await send(input).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'network') throw error;
      const { body = {}, files = {} } = input as Partial<Waiting>;
      const item = { key: key.take(), userId, path: endpoint.path, body, files, title };
      await keep(item).catch(() => {
        throw error; // the form keeps it
      });
      key.drop();
      return null;
    });
    if (instead !== undefined) await discard(instead);
    return answer;
  };
  return { ...state, send: sendOrKeep };
}
