/** The fields that were sent: an absent one must not overwrite what is stored. */
export function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** Of the fields those that are named; all when none are. */
export const only = <T extends object>(fields: T, names: readonly string[] | undefined): Partial<T> =>
  names === undefined
    ? fields
    : (Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as Partial<T>);
