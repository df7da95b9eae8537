/** A picture that another app shared to this one: the service worker keeps it, and the page takes it once. */
export const sharedSlip = {
  address: '/bagikan',
  field: 'bukti',
  cache: 'bagikan',
  /** Milliseconds after which it is dropped: the person who shared it has given up by then. */
  lifetime: 60 * 60 * 1000,
} as const;

/** True if this page was opened by sharing; said once. */
export function wasOpenedBySharing(): boolean {
  if (!new URLSearchParams(location.search).has(sharedSlip.cache)) return false;
  history.replaceState(history.state, '', '/');
  return true;
}

/** The shared picture, removed from where it waited; null if there is none. */
export async function takeSharedSlip(): Promise<File | null> {
  const cache = await caches.open(sharedSlip.cache);
  const kept = await cache.match(sharedSlip.address);
  await caches.delete(sharedSlip.cache);
  if (!kept || Date.now() - Number(kept.headers.get('x-received')) > sharedSlip.lifetime) return null;
  const picture = await kept.blob();
  return new File([picture], 'bukti', { type: picture.type });
}
