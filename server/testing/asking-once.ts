import type { Response } from './call.ts';
import type { Person } from './people.ts';

/** A person who reads every address once and keeps what it answered: for a moment in which nothing changes. */
export function askingOnce(person: Person): Person {
  const answers = new Map<string, Promise<Response>>();
  const call: Person['call'] = async (endpoint, ...input) => {
    if (endpoint.method !== 'GET') throw new Error(`${endpoint.path} changes what others read`);
    const key = `${endpoint.path} ${JSON.stringify(input)}`;
    const answer = answers.get(key) ?? person.call(endpoint, ...input);
    answers.set(key, answer);
    return await answer;
  };
  return { ...person, call };
}
