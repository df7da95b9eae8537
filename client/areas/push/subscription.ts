/** The subscription of this browser. Its address is a secret: it goes to the server and nowhere else. */
import { getPush, subscribePush, unsubscribePush } from '../../../contract/push.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { call } from '../../shared/http.ts';

export const canPush = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Who switched pushes on here, and with which subscription: another account of this browser did not. */
const storageKey = 'guyub-push';
interface Kept {
  userId: number;
  endpoint: string;
}

function kept(): Kept | null {
  try {
    return JSON.parse(deviceStorage.getItem(storageKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

const answeredKey = (userId: number) => `guyub-push-ditawarkan-${userId}`;

/** Whether this account has accepted or declined the offer here, or has switched pushes on in the profile. */
export const isOfferAnswered = (userId: number) =>
  deviceStorage.getItem(answeredKey(userId)) !== null || kept()?.userId === userId;

export function answerOffer(userId: number): void {
  deviceStorage.setItem(answeredKey(userId), '1');
}

/** @param isKnown whether the server still sends to the present one: it forgets those that are gone */
async function subscribe(kunci: string, isKnown: boolean): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await pushManager.getSubscription();
  if (present && isKnown && toBase64Url(present.options.applicationServerKey) === kunci) return present;
  await present?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kunci });
}

const toBase64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function send(subscription: PushSubscription, userId: number): Promise<{ message: string }> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  const answer = await call(subscribePush, { body });
  deviceStorage.setItem(storageKey, JSON.stringify({ userId, endpoint }));
  answerOffer(userId);
  return answer;
}

/**
 * Asks for permission, so it must follow a press.
 * @throws Error with a sentence for the person
 */
export async function startPush(kunci: string, userId: number): Promise<{ message: string }> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Browser tidak mengizinkan pemberitahuan. Izinkan dahulu di pengaturan browser.');
  const subscription = await subscribe(kunci, false).catch(() => {
    throw new Error('Browser ini belum dapat menerima pemberitahuan. Coba lagi nanti.');
  });
  return await send(subscription, userId);
}

export async function stopPush(userId: number): Promise<{ message: string }> {
  const answer = await call(unsubscribePush, {});
  deviceStorage.removeItem(storageKey);
  answerOffer(userId);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return answer;
}

/** At each start: the session may be a new one, and browsers change subscriptions. */
export async function renewPush(userId: number): Promise<void> {
  const before = kept();
  if (!canPush() || before?.userId !== userId || Notification.permission !== 'granted') return;
  try {
    const { kunci, aktif } = (await call(getPush, {})).data;
    const subscription = await subscribe(kunci, aktif);
    if (!aktif || subscription.endpoint !== before.endpoint) await send(subscription, userId);
  } catch {
    // Without a connection the next start tries again.
  }
}
