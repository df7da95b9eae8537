/** Whether this device keeps a checkpoint that the log contradicts. Known before anything loads, also without a session. */
import { deviceStorage } from '../lib/storage.ts';

const key = 'log-alarm';
let isClosed = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const logAlarm = {
  isShown: () => !isClosed && deviceStorage.getItem(key) !== null,
  raise() {
    deviceStorage.setItem(key, '1');
    tell();
  },
  clear() {
    deviceStorage.removeItem(key);
    tell();
  },
  /** Until the next start. */
  close() {
    isClosed = true;
    tell();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
