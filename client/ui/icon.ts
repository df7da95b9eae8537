import type { ComponentType } from 'react';

/** Any Tabler icon, passed as the component itself: `icon={IconHome}`. */
export type Icon = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  className?: string;
  'aria-hidden'?: boolean | 'true' | 'false';
}>;
