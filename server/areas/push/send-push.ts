import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { PushMessage } from '../../../contract/push.ts';
import { isAllowed, type PushService } from './push-service.ts';
import type { Subscription } from './queries.ts';

export interface Sender {
  service: PushService;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** RFC 8292: keys, and whom a push service may write to. */
  vapid: { publicKey: string; privateKey: string; subject: string };
  stopping: AbortSignal;
}

/** Encryption and signature take a millisecond or two: requests are answered between each and the next. */
const encrypting = pLimit(1);

const secondsToLive = 24 * 60 * 60;

/**
 * @returns whether the subscription is gone, or the request ended because the server stops. Whatever else happens is only
 * logged, without the address: it is a secret, and the notification is in the list anyway
 */
export async function sendPush(
  { service, log, vapid, stopping }: Sender,
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<'gone' | 'interrupted' | 'done'> {
  if (!isAllowed(service, endpoint)) return 'gone';
  const request = await encrypting(() => encrypt(vapid, { endpoint, keys: { p256dh, auth } }, message));
  if (!request) return 'gone';
  try {
    const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string>;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(service.timeout)]),
    });
    const { status } = response;
    await response.body?.cancel();
    if (status === 404 || status === 410) return 'gone';
    if (status >= 300) log.warn({ status }, 'a push was not accepted');
  } catch (error) {
    if (stopping.aborted) return 'interrupted';
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a push was not sent');
  }
  return 'done';
}

interface Receiver {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Undefined for a key that is no point of the curve. */
async function encrypt(vapidDetails: Sender['vapid'], receiver: Receiver, message: PushMessage) {
  await setImmediate();
  const { default: webPush } = await import('web-push');
  const options = { vapidDetails, TTL: secondsToLive, topic: message.tag };
  try {
    return webPush.generateRequestDetails(receiver, JSON.stringify(message), options);
  } catch {
    return undefined;
  }
}
