import { IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { shownToasts, type Toast } from './notify.ts';
import css from './ToastHost.module.css';
import { toneIcon } from './tone.ts';

/** The two live regions: errors interrupt, everything else waits its turn. Once, near the root. */
export function ToastHost() {
  useLayoutEffect(() => shownToasts.clear(), []); // what is left was for whoever was signed in before
  const toasts = useSyncExternalStore(shownToasts.subscribe, shownToasts.get);
  const errors = toasts.filter((toast) => toast.tone === 'danger');
  const news = toasts.filter((toast) => toast.tone !== 'danger');
  return createPortal(
    <section className={css.host} aria-label="Pemberitahuan">
      <div className={css.stack} role="alert">
        {errors.map((toast) => (
          <ToastCard key={toast.id} {...toast} />
        ))}
      </div>
      <div className={css.stack} role="status">
        {news.map((toast) => (
          <ToastCard key={toast.id} {...toast} />
        ))}
      </div>
    </section>,
    document.body,
  );
}

function ToastCard({ id, tone, title, message, duration, action }: Toast) {
  const [held, setHeld] = useState(false);
  const left = useRef(duration);
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => shownToasts.dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - since));
    };
  }, [held, id]);

  const act = () => {
    shownToasts.dismiss(id);
    action?.run();
  };
  const Glyph = toneIcon[tone];
  return (
    <div
      className={css.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.icon}>
        <Glyph size={22} stroke={2} aria-hidden />
      </span>
      {/* The words are its target, too; the button is there for the keyboard and for those who do not see it. */}
      <div className={css.words} role="presentation" onClick={action && act}>
        <p className={css.title}>{title}</p>
        {message && <p className={css.message}>{message}</p>}
        {action && (
          <button type="button" className={css.action}>
            {action.label}
          </button>
        )}
      </div>
      <IconButton label="Tutup pemberitahuan" icon={IconX} onClick={() => shownToasts.dismiss(id)} />
    </div>
  );
}
