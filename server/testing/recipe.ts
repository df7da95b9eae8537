/** What a recipe is: valid input about a thing of a certain person, and how to tell whether an answer holds it. */
import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import type { Person } from './people.ts';

interface Cooked {
  input: object;
  /** Whether the answer holds what belongs to the owner; absent where the status says all. */
  sees?: (answer: never) => boolean | Promise<boolean>;
}

export interface Recipe {
  endpoint: Endpoint;
  /** Whether it matters whose thing it is. */
  owned: boolean;
  cook(owner: Person, actor: Person): Promise<Cooked>;
}

type Given<T> = T | Promise<T>;
type Input<E extends Endpoint> = CallInput<E>;

/** A call that is about nobody's thing in particular. */
export const plain = <E extends Endpoint>(
  endpoint: E,
  input?: (actor: Person) => Given<Input<E>>,
): Recipe => ({
  endpoint,
  owned: false,
  cook: async (_owner, actor) => ({ input: (await input?.(actor)) ?? {} }),
});

/** A call about a thing of the owner. */
export const about = <E extends Endpoint>(
  endpoint: E,
  input: (owner: Person, actor: Person) => Given<Input<E>>,
): Recipe => ({
  endpoint,
  owned: true,
  cook: async (owner, actor) => ({ input: await input(owner, actor) }),
});

/** A call whose answer holds things of several people. */
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
