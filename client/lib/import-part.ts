/** A file could not be fetched, as without a connection: neither the server nor the part is to blame. */
export class Unreachable extends Error {}

const fetching = new Map<string, Promise<void>>();

/**
 * Runs a dynamic import after fetching its files into the browser's cache. Firefox, Safari and some versions
 * of Chromium remember a failed module import until the page is reloaded, but a failed fetch can be repeated.
 * The build replaces Vite's preload helper with this function (vite.config.ts).
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
  const running = fetching.get(address);
  if (running) return await running;
  const fetched = fetchFile(address);
  fetching.set(address, fetched);
  await fetched.catch((error: unknown) => {
    fetching.delete(address);
    throw error;
  });
}

/** Whether index.html or start.js has already requested the file. */
const isPartOfPage = (address: string) =>
  document.querySelector(
    `:is(link[rel=stylesheet], link[rel=modulepreload])[href="${address}"], script[src="${address}"]`,
  ) !== null;

const fetchFile = (address: string): Promise<void> =>
  address.endsWith('.css') ? linkStyles(address) : fetchScript(address);

/** No preload link: browsers remember its failure too. */
async function fetchScript(address: string): Promise<void> {
  const unreachable = (error: unknown) => {
    throw new Unreachable(String(error));
  };
  const response = await fetch(address).catch(unreachable);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer().catch(unreachable); // only a complete response is cached
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
      reject(new Unreachable(`${address} could not be fetched`));
    };
    document.head.append(link);
  });
}
