import type { ReactNode } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { Skeleton } from './Skeleton.tsx';
import type { Tone } from './tone.ts';

export interface RingProps {
  label: string;
  /** 0 to 1; a larger value is drawn as 1 but its percentage is shown. */
  value: number;
  tone?: Tone | 'primary' | undefined;
  /** Diameter in rem, so that it scales with the text. */
  size?: number | undefined;
  children?: ReactNode;
}

const Ring = lazyPart(() => import('./Ring.tsx'));

/** A share as a ring with its percentage. Loaded after the figures: Mantine's RingProgress costs 22 kB. */
export function ProgressRing({ size = 9.25, ...rest }: RingProps) {
  return (
    <Ring
      {...rest}
      size={size}
      waiting={<Skeleton width={`${size}rem`} height={`${size}rem`} radius="50%" />}
    />
  );
}
