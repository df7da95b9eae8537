import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';

export const demoPassword = 'guyub123';

export const demoPeople = {
  Ketua: { email: 'ketua@guyub.test', jenis: 'ketua' },
  Admin: { email: 'admin@guyub.test', jenis: 'admin' },
  'Koordinator Blok': { email: 'koordinator@guyub.test', jenis: 'koordinator_perblok' },
  Warga: { email: 'warga@guyub.test', jenis: 'warga' },
} as const;

/** Call after each test: open pages would receive every event and slow the next tests down. */
export async function closeAll({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export type DemoRole = keyof typeof demoPeople;

export async function signIn(page: Page, role: DemoRole): Promise<void> {
  await signInAs(page, demoPeople[role].email);
}

/** Authorization header of a new session, for requests outside the browser. */
export async function authorize(
  request: APIRequestContext,
  role: DemoRole,
): Promise<{ authorization: string }> {
  const { token } = await logIn(request, demoPeople[role].email, demoPassword);
  return { authorization: `Bearer ${token}` };
}

/** Resolves when a socket of the page is connected: the first one, or one that was tried again. */
export function listens(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      }),
    );
  });
}

export async function signInAs(page: Page, email: string): Promise<void> {
  await Promise.all([listens(page), startSession(page, email, demoPassword)]);
  await expect(page.getByRole('button', { name: /^Notifikasi/ })).toBeVisible();
}

/** Stores a session without the login form, which has its own tests. */
export async function leaveSession(page: Page, email: string, password: string): Promise<void> {
  const { user, token } = await logIn(page.request, email, password);
  await page.goto('/favicon.svg'); // the smallest page of this origin, for access to its storage
  await page.evaluate((session) => Object.assign(localStorage, session), {
    user: JSON.stringify({ ...user, role: user.jenis }),
    token,
  });
}

/** Repeated while another test's attempt at the same account waits: a network has one place in its queue. */
async function logIn(request: APIRequestContext, email: string, password: string) {
  for (;;) {
    const login = await request.post('/api/auth/login', { data: { email, password } });
    const answer = (await login.json()) as { user: { jenis: string }; token: string; code?: string };
    if (answer.code === 'attempt_waiting') continue;
    expect(login.ok(), `signing in as ${email}`).toBe(true);
    return answer;
  }
}

export async function startSession(page: Page, email: string, password: string): Promise<void> {
  await leaveSession(page, email, password);
  await page.goto('/');
}
