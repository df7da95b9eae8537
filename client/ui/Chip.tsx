import type { ComponentProps } from 'react';
import css from './Chip.module.css';

/** One of a few short choices, pressed or not. */
export const Chip = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button {...props} type="button" className={css.chip} />
);
