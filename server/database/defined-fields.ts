/** Drops undefined fields, so that they do not overwrite stored values. */
export function definedFields<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

export const pickFields = <T extends object>(fields: T, names: readonly string[] | undefined): Partial<T> =>
  names === undefined
    ? fields
    : (Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as Partial<T>);
