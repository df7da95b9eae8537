import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { createElement, Fragment } from 'react';
import { keepAmounts } from './keep-amounts.tsx';
import css from './Toasts.module.css';
import { type Tone, toneIcon } from './tone.ts';

interface Extra {
  message?: string | undefined;
  action?: { label: string; run(): void } | undefined;
  /** Identifies the subject of the toast: a newer toast with the same value replaces it. Default: the title. */
  about?: string | undefined;
}

const seconds = 1000;
const most = 4;
/** Toasts younger than this survive navigation: they may belong to the action that navigated. */
const fresh = 1 * seconds;
let lastId = 0;

function show(tone: Tone, title: string, duration: number, { message, action, about = title }: Extra = {}) {
  const shown = notificationsStore.getState().notifications;
  const old = shown.filter((one) => one['data-about'] === about || isEarlierSuccess(tone, one));
  for (const one of [...old, ...shown.filter((each) => !old.includes(each)).slice(0, 1 - most)]) hide(one);

  const id = `toast-${++lastId}`;
  const act = () => {
    notifications.hide(id);
    action?.run();
  };
  /** Pauses the timer while the toast has focus; Mantine pauses it on hover. */
  const stay = (autoClose: number | false) => notifications.update({ id, message: body, autoClose });
  // The whole toast closes on click; the button is for keyboard and screen readers.
  const button = action && createElement('button', { type: 'button' }, action.label);
  const body = createElement(Fragment, null, keepAmounts(message), button);
  notifications.show({
    id,
    role: tone === 'danger' ? 'alert' : 'none', // announced by the polite live region of the container
    title: keepAmounts(title),
    message: body,
    autoClose: duration,
    icon: createElement(toneIcon[tone], { size: 22, stroke: 2, 'aria-hidden': true }),
    'data-tone': tone,
    'data-about': about,
    'data-since': Date.now(),
    onFocus: () => stay(false),
    onBlur: () => stay(duration),
    ...(action && { onClick: act }),
    closeButtonProps: { 'aria-label': 'Tutup pemberitahuan', onClick: (event) => event.stopPropagation() },
    classNames: css,
  });
}

const hide = ({ id }: NotificationData) => id && notifications.hide(id);

/** Only the latest success is shown; errors stay until the same action succeeds. */
const isEarlierSuccess = (tone: Tone, one: NotificationData) =>
  tone === 'success' && one['data-tone'] === 'success' && one.autoClose === 2 * seconds;

/** Toasts. Needs one `<Toasts />` in the app. */
export const notify = {
  success: (title: string, extra?: Extra) => show('success', title, 2 * seconds, extra),
  error: (title: string, extra?: Extra) => show('danger', title, 8 * seconds, extra),
  failure: (title: string, error: unknown, about?: string) =>
    show('danger', title, 8 * seconds, {
      message: error instanceof Error ? error.message : undefined,
      about,
    }),
  /**
   * Reports the outcome of a call; a later outcome replaces it.
   * @param what the record that was changed
   * @returns whether the call succeeded
   */
  async outcome(
    call: Promise<{ message: string }>,
    failed: string | ((error: unknown) => string),
    what?: string,
  ): Promise<boolean> {
    const about = `${String(failed)}: ${what}`;
    try {
      const { message: title } = await call;
      notify.success(title, { message: what, about });
      return true;
    } catch (error) {
      notify.failure(typeof failed === 'string' ? failed : failed(error), error, about);
      return false;
    }
  },
  news: (title: string, extra?: Extra) => show('info', title, 5 * seconds, extra),
  payment: (title: string, extra?: Extra & { good?: boolean }) => {
    const { good = true, ...rest } = extra ?? {};
    show(good ? 'success' : 'danger', title, 8 * seconds, rest);
  },
};

export function dismissStaleToasts(): void {
  for (const one of notificationsStore.getState().notifications)
    if (Date.now() - Number(one['data-since']) > fresh) hide(one);
}

export const dismissAllToasts = notifications.clean;
