/** What the charts share: what they draw, and where it stands. */
import type { ReactNode } from 'react';

/** A month, a category: one place on the horizontal axis. */
export interface ChartColumn {
  /** Under the axis: 'Jul'. */
  tick: string;
  /** 'Juli 2026' */
  title: string;
  /** Whole numbers, in the order of the series; missing ones are left out. */
  values: readonly number[];
}

export interface ChartProps {
  /** What is drawn, for those who do not see it. */
  label: string;
  /** What the columns are: 'Bulan'. */
  axis: string;
  /** Names of the values; what the first two look like is the chart's business. */
  series: readonly string[];
  /** From left to right; at least one. */
  columns: readonly ChartColumn[];
  /** How a value is told: as rupiah when absent. */
  tell?: ((value: number) => ReactNode) | undefined;
}

export interface Scale {
  /** Highest first, evenly spaced, zero among them. */
  ticks: readonly number[];
  /** Percent of the height, from below. */
  up(value: number): number;
}

/** An axis of round numbers from zero (or below) to just above the highest value. */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = Math.max(1, roundUp((high - low) / 5 || 1));
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const count = Math.round((top - bottom) / step) + 1;
  return {
    ticks: Array.from({ length: count }, (_, index) => top - index * step),
    up: (value) => ((value - bottom) / (top - bottom)) * 100,
  };
}

/** To 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((digit) => digit * power >= value) ?? 10);
}
