/** A part of the app whose files are fetched, under their addresses; forgotten when that failed. */
const fetching = new Map<string, Promise<void>>();

/**
 * Runs a dynamic import once its files are in the browser's cache. Firefox, Safari and some versions of Chromium remember
 * a module that could not be fetched until the page is reloaded; a file that never reached the module loader can be
 * fetched again. The build puts this in the place of Vite's preload helper (vite.config.ts).
 */
export async function importPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  try {
    await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
    return await load();
  } catch (error) {
    window.dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}

async function fetchOnce(address: string): Promise<void> {
  if (isPartOfPage(address)) return;
  const begun = fetching.get(address);
  if (begun) return await begun;
  const fetched = fetchFile(address);
  fetching.set(address, fetched);
  await fetched.catch((error: unknown) => {
    fetching.delete(address);
    throw error;
  });
}

/** Asked for by index.html or start.js. */
const isPartOfPage = (address: string) =>
  document.querySelector(
    `:is(link[rel=stylesheet], link[rel=modulepreload])[href="${address}"], script[src="${address}"]`,
  ) !== null;

const fetchFile = (address: string): Promise<void> =>
  address.endsWith('.css') ? linkStyles(address) : fetchScript(address);

/** Not by a preload link, whose failure the browser remembers likewise. */
async function fetchScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer(); // only a whole answer is kept
}

function linkStyles(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = address;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} could not be fetched`));
    };
    document.head.append(link);
  });
}
