/** The names of an enumeration, in the order of its labels. */
export const namesIn = <Name extends string>(labels: Readonly<Record<Name, unknown>>) =>
  Object.keys(labels) as [Name, ...Name[]];
