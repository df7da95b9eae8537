/** The signed-in person in the browser's storage: `user` as JSON, `token` beside it (specification §3). */
import type { SessionUser } from '../../contract/auth.ts';

export function storedToken(): string | null {
  return localStorage.getItem('token');
}

/** Null unless both the person and the token are there. */
export function storedUser(): SessionUser | null {
  const json = localStorage.getItem('user');
  if (!json || !storedToken()) return null;
  try {
    return JSON.parse(json) as SessionUser;
  } catch {
    return null;
  }
}

export function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify({ ...user, role: user.jenis }));
}

export function storeSession(user: SessionUser, token: string): void {
  storeUser(user);
  localStorage.setItem('token', token);
}

export function clearSession(): void {
  localStorage.removeItem('user');
  localStorage.removeItem('token');
}
