import { Mark } from '../ui/Mark.tsx';
import css from './StartScreen.module.css';

/** Between the start and the shell, on a slow connection only. */
export function StartScreen() {
  return (
    <div className={css.start} role="status">
      <Mark size={56} label="Memuat Sistem Guyub" />
    </div>
  );
}
