import type { Tone } from './tone.ts';

export interface Toast {
  id: number;
  tone: Tone;
  title: string;
  message?: string | undefined;
  /** Milliseconds on screen; the clock stops while pointed at or focused. */
  duration: number;
  action?: { label: string; run(): void } | undefined;
}

type Extra = Pick<Toast, 'message' | 'action'>;

const seconds = 1000;
const most = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(tone: Tone, title: string, duration: number, extra: Extra = {}) {
  const others = toasts.filter((one) => one.title !== title || one.message !== extra.message);
  replace([...others, { id: ++lastId, tone, title, duration, ...extra }].slice(-most));
}

/** Short news above everything. Needs one `<ToastHost />` in the app. */
export const notify = {
  success: (title: string, extra?: Extra) => add('success', title, 2 * seconds, extra),
  error: (title: string, extra?: Extra) => add('danger', title, 8 * seconds, extra),
  /** What was tried and failed, with the reason that was thrown. */
  failure: (title: string, error: unknown) =>
    add('danger', title, 8 * seconds, { message: error instanceof Error ? error.message : undefined }),
  news: (title: string, extra?: Extra) => add('info', title, 5 * seconds, extra),
  payment: (title: string, extra?: Extra & { good?: boolean }) => {
    const { good = true, ...rest } = extra ?? {};
    add(good ? 'success' : 'danger', title, 8 * seconds, rest);
  },
};

export const shownToasts = {
  get: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  clear: () => replace([]),
  dismiss: (id: number) => replace(toasts.filter((one) => one.id !== id)),
};
