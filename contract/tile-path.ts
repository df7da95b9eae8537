/** Addresses of tiles and entry bundles (C2SP tlog-tiles): `1/x001/067`, `0/000.p/12`. */

export const tileWidth = 256;

export interface TilePath {
  level: number;
  index: number;
  /** Below `tileWidth` for a partial tile. */
  width: number;
}

/** An index has at most 15 digits here; the first of several groups is never zero. */
const pattern =
  /^(?<level>\d|[1-5]\d|6[0-3])\/(?<index>(?!x000)(?:x\d{3}\/){0,4}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/;

/** @returns undefined for anything else than the one way to write it */
export function parseTilePath(path: string): TilePath | undefined {
  const { level, index, width = tileWidth } = pattern.exec(path)?.groups ?? {};
  if (index === undefined || width === String(tileWidth) || Number(width) > tileWidth) return undefined;
  return { level: Number(level), index: Number(index.replaceAll(/[x/]/g, '')), width: Number(width) };
}

export function formatTilePath({ level, index, width }: TilePath): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const last = groups.length - 1;
  const address = groups.map((group, at) => (at < last ? `x${group}` : group)).join('/');
  return `${level}/${address}${width < tileWidth ? `.p/${width}` : ''}`;
}
