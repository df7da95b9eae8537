/** After a deployment the server no longer has the files of the version that runs here. */
let looking: Promise<boolean> | null = null;

/** Loads the page anew when the server has another version, once for each; answers whether it does. */
export function reloadForNewVersion(): Promise<boolean> {
  looking ??= reloadWhenNew().finally(() => (looking = null));
  return looking;
}

const reloadedFor = 'reloaded-for';
/** Milliseconds. */
const patience = 5_000;

async function reloadWhenNew(): Promise<boolean> {
  if (document.querySelector('form[data-dirty]')) return false; // the person finishes first
  const served = await askForEntry().catch(() => null);
  if (!served || served === entryOf(document) || sessionStorage.getItem(reloadedFor) === served) return false;
  sessionStorage.setItem(reloadedFor, served);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister())); // they would bring the old version back
  location.reload();
  return true;
}

async function askForEntry(): Promise<string | null> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  return entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
}

const entryOf = (page: Document) =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
