/**
 * The built-in functions of 2023 that the page uses. People keep it for years, also on old phones; core-js would make
 * it larger than it may be.
 */
addTo(Array.prototype, {
  toReversed(this: unknown[]) {
    const copy = [...this];
    copy.reverse();
    return copy;
  },
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    const copy = [...this];
    copy.sort(compare);
    return copy;
  },
});
addTo(String.prototype, {
  isWellFormed(this: string) {
    return !/\p{Surrogate}/u.test(this);
  },
});

function addTo(prototype: object, functions: object): void {
  for (const [name, value] of Object.entries(functions))
    if (!(name in prototype)) Object.defineProperty(prototype, name, { value });
}
