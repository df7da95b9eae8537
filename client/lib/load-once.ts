/**
 * Loads a module once; a failed load is repeated at the next call. Returns the same promise every time, which
 * lets React render a loaded part without its fallback.
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
