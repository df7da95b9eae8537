let looking: Promise<boolean> | null = null;

/** Reloads the page once per new server version; returns whether it does. */
export function reloadForNewVersion(): Promise<boolean> {
  looking ??= reloadWhenNew().finally(() => (looking = null));
  return looking;
}

const reloadedFor = 'reloaded-for';
const timeout = 5_000;

async function reloadWhenNew(): Promise<boolean> {
  if (document.querySelector('form[data-dirty], [data-unkept]')) return false; // a reload would lose unsaved input
  const served = await askForEntry().catch(() => null);
  if (!served || served === entryOf(document) || sessionStorage.getItem(reloadedFor) === served) return false;
  sessionStorage.setItem(reloadedFor, served);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister())); // caches would bring the old version back
  location.reload();
  return true;
}

async function askForEntry(): Promise<string | null> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(timeout) });
  return entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
}

const entryOf = (page: Document) =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
