import type { ReactNode } from 'react';

interface ChartColumn {
  tick: string;
  title: string;
  /** Whole numbers, in the order of the series; missing ones are undefined. */
  values: readonly number[];
}

export interface ChartProps {
  label: string;
  /** Names of the values. The chart type decides how each is drawn. */
  series: readonly string[];
  columns: readonly ChartColumn[];
  tell?: ((value: number) => ReactNode) | undefined;
}

export interface Scale {
  /** Descending, evenly spaced, including zero. */
  ticks: readonly number[];
  /** Percentage of the height, from the bottom. */
  up(value: number): number;
}

/** Axis with round numbers from zero (or below) to just above the maximum; of zeros only, zero alone. */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (low === high) return { ticks: [0], up: () => 0 };
  const step = Math.max(1, roundUp((high - low) / 5));
  const bottom = Math.floor(low / step) * step;
  const top = Math.ceil(high / step) * step;
  const count = Math.round((top - bottom) / step) + 1;
  return {
    ticks: Array.from({ length: count }, (_, index) => top - index * step),
    up: (value) => ((value - bottom) / (top - bottom)) * 100,
  };
}

const units = [
  [1e12, 'T'],
  [1e9, 'M'],
  [1e6, 'jt'],
  [1e3, 'rb'],
] as const;

/** `1,5 jt`: in the largest unit, with one decimal at most. */
export function formatCompact(value: number): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const figure = String(Math.round((value / size) * 10) / 10).replace('.', ',');
  return unit ? `${figure}\u00a0${unit}` : figure;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((digit) => digit * power >= value) ?? 10);
}
