/**
 * Service worker: caches the app's own files so that it starts offline. No user data: API calls, pictures and
 * documents always go to the server. Built to /worker.js by vite.config.ts.
 */
import type { PushMessage } from '../contract/push.ts';
import type { pressedPush } from './lib/pressed-push.ts';
import type { sharedSlip } from './lib/shared-slip.ts';

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends LifeEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends LifeEvent {
  readonly notification: Notification;
}
interface OpenWindow {
  readonly url: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}
interface Windows {
  claim(): Promise<void>;
  matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<OpenWindow[]>;
  openWindow(address: string): Promise<unknown>;
}
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: Windows;
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
};

/** Inserted by the build: all files of this version, and the HTML page. */
declare const SHELL: { version: string; entry: string; files: readonly string[] };

const page = '/';
/** Spelled out, since a service worker imports nothing. */
const slip = {
  address: '/bagikan',
  field: 'bukti',
  cache: 'bagikan',
  lifetime: 60 * 60 * 1000,
} satisfies typeof sharedSlip;
const pressed = { key: 'kabar' } satisfies typeof pressedPush;
const prefix = 'shell-';
const ownName = `${prefix}${SHELL.version}`;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
self.addEventListener('push', (event) => {
  event.waitUntil(showNews(event));
  event.waitUntil(dropOldSlip());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp(event.notification.data));
});
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === 'POST' && mode === 'navigate' && pathname === slip.address)
    return event.respondWith(keepSlip(event.request));
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (pathname !== page) return;
    event.respondWith(answer(event.request, page));
    event.waitUntil(dropOldSlip());
  } else if (SHELL.files.includes(pathname) || pathname.startsWith('/static/')) {
    event.respondWith(answer(event.request, pathname));
  }
});

/** All or nothing: a page with missing files would fail later. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(ownName);
  const response = await fetch(page, { cache: 'no-store' });
  if (!(await response.clone().text()).includes(SHELL.entry))
    throw new Error('the server has another version by now');
  await cache.put(page, response);
  await cache.addAll(SHELL.files);
}

/** The previous version is kept for pages that are still open. */
async function tidy(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const former = names.filter((name) => name !== ownName).slice(0, -1);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Keeps the picture that another app shares, and opens the page that takes it. */
async function keepSlip(request: Request): Promise<Response> {
  const picture = await request.formData().then(
    (form) => form.get(slip.field),
    () => null,
  );
  if (picture instanceof File && picture.size > 0) {
    const headers = { 'content-type': picture.type, 'x-received': String(Date.now()) };
    await (await caches.open(slip.cache)).put(slip.address, new Response(picture, { headers }));
  }
  return Response.redirect(`/?${slip.cache}`, 303);
}

/** Deletes a shared picture that no page took within its lifetime, because nobody signed in. */
async function dropOldSlip(): Promise<void> {
  const kept = await caches.match(slip.address, { cacheName: slip.cache });
  if (kept && Date.now() - Number(kept.headers.get('x-received')) > slip.lifetime)
    await caches.delete(slip.cache);
}

async function answer(request: Request, path: string): Promise<Response> {
  const own = await (await caches.open(ownName)).match(path, { ignoreVary: true });
  return own ?? (await caches.match(path, { ignoreVary: true })) ?? (await fetch(request));
}

/** Shows something in any case: browsers withdraw the permission after silent pushes. */
async function showNews({ data }: PushEvent): Promise<void> {
  const { isi, tag, halaman } = readNews(data);
  const options = { body: isi, tag, data: halaman, icon: '/icon-192.png' };
  await self.registration.showNotification('Guyub', options);
}

function readNews(data: PushEvent['data']): PushMessage {
  try {
    const { isi, tag, halaman } = (data?.json() ?? {}) as Partial<PushMessage>;
    if (typeof isi === 'string' && typeof tag === 'string') return { isi, tag, halaman: String(halaman) };
  } catch {
    // neither JSON nor ours
  }
  return { isi: 'Ada kabar baru.', tag: 'kabar', halaman: '' };
}

/** Names the page to the app, which opens none that it does not know. */
async function openApp(halaman: unknown): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === page);
  open?.postMessage({ [pressed.key]: halaman });
  const address = `${page}?${new URLSearchParams({ [pressed.key]: String(halaman) })}`;
  await (open ? open.focus() : self.clients.openWindow(address));
}
