/**
 * Fetches a part of the app once; what failed is fetched again at the next call. React shows a part whose promise is
 * already fulfilled at once, where `import` alone would take it through a fallback.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Promise<Part> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
