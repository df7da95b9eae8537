import { useEffect, useState } from 'react';
import { login, welcome } from '../../../contract/auth.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { CallError, call } from '../../shared/http.ts';

/** Estate name and, in demo mode, the demo accounts; null while loading. */
export function useWelcome() {
  const [data, setData] = useState<Answer<typeof welcome>['data'] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    call(welcome, {}, { signal: gone.signal }).then(
      (answer) => setData(answer.data),
      () => {}, // a failure is ignored: the form works without this data
    );
    return () => gone.abort();
  }, []);
  return data;
}

/** @throws CallError; after too many attempts its message says how long to wait */
export async function signIn(identifier: string, password: string) {
  try {
    return await call(login, { body: { email: identifier, password } });
  } catch (error) {
    console.error('Login error:', error);
    throw error instanceof CallError && error.retryAfter !== null ? tooMany(error, error.retryAfter) : error;
  }
}

function tooMany({ status, code }: CallError, seconds: number): CallError {
  const wait = seconds < 60 ? `${seconds} detik` : `${Math.ceil(seconds / 60)} menit`;
  return new CallError(status, {
    code,
    message: `Terlalu banyak percobaan. Silakan coba lagi dalam ${wait}.`,
  });
}
