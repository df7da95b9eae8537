/** A push service in a thread of its own, so that receiving costs the server nothing. Tells its address, and the count when asked. */
import { parentPort } from 'node:worker_threads';
import { startPushServer } from '../server/testing/push-phone.ts';

const { address, received } = await startPushServer();
parentPort?.on('message', () => parentPort?.postMessage(received.length));
parentPort?.postMessage(address);
