import type { ReactNode } from 'react';
import { latePart } from './late-part.tsx';
import { Skeleton } from './Skeleton.tsx';
import type { Tone } from './tone.ts';

export interface RingProps {
  label: string;
  /** 0 to 1; more is drawn as full but said as it is. */
  value: number;
  tone?: Tone | 'primary' | undefined;
  /** Its width in rem: it grows with the letters. */
  size?: number | undefined;
  /** Under the percentage: '102 dari 120'. */
  children?: ReactNode;
}

const Ring = latePart(() => import('./Ring.tsx'));

/** A share as a ring, with its figure inside. Its code (22 kB with Mantine's tooltips) arrives after the figures. */
export function ProgressRing({ size = 9.25, ...rest }: RingProps) {
  return (
    <Ring
      {...rest}
      size={size}
      waiting={<Skeleton width={`${size}rem`} height={`${size}rem`} radius="50%" />}
    />
  );
}
