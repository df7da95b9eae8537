/** Whether this device keeps a checkpoint that the log contradicts. Known before anything loads, also without a session. */
const key = 'log-alarm';
let isClosed = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const logAlarm = {
  isShown: () => !isClosed && localStorage.getItem(key) !== null,
  raise() {
    localStorage.setItem(key, '1');
    tell();
  },
  clear() {
    localStorage.removeItem(key);
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
