/** A recipe: valid input that concerns a person, and a check whether the response contains their data. */
import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import type { Person } from './people.ts';

interface Cooked {
  input: object;
  /** Whether the response contains the owner's data; undefined if the status is sufficient. */
  sees?: (answer: never) => boolean | Promise<boolean>;
}

export interface Recipe {
  endpoint: Endpoint;
  owned: boolean;
  cook(owner: Person, actor: Person): Promise<Cooked>;
}

type Given<T> = T | Promise<T>;
type Input<E extends Endpoint> = CallInput<E>;

/** Independent of any owner. */
export const plain = <E extends Endpoint>(
  endpoint: E,
  input?: (actor: Person) => Given<Input<E>>,
): Recipe => ({
  endpoint,
  owned: false,
  cook: async (_owner, actor) => ({ input: (await input?.(actor)) ?? {} }),
});

export const about = <E extends Endpoint>(
  endpoint: E,
  input: (owner: Person, actor: Person) => Given<Input<E>>,
): Recipe => ({
  endpoint,
  owned: true,
  cook: async (owner, actor) => ({ input: await input(owner, actor) }),
});

/** For an endpoint whose response contains data of several people. */
export const showing = <E extends Endpoint>(
  endpoint: E,
  prepare: (
    owner: Person,
  ) => Given<[input: Input<E>, sees: (answer: Answer<E>) => boolean | Promise<boolean>]>,
): Recipe => ({
  endpoint,
  owned: true,
  cook: async (owner) => {
    const [input, sees] = await prepare(owner);
    return { input, sees };
  },
});
