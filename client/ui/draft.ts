/** Drafts: texts and figures of a form in sessionStorage. Of files it only stores that one was chosen. */

const prefix = 'draft:';
const owner = 'drafts-of';
const name = (key: string) => `${prefix}${key}`;

/** Deletes drafts of another account in this tab: nobody else may read or send them. */
export function claimDrafts(account: number): void {
  try {
    if (sessionStorage.getItem(owner) === String(account)) return;
    clearDrafts();
    sessionStorage.setItem(owner, String(account));
  } catch {
    // storage is unavailable, so there are no drafts either
  }
}

export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}

/** Called at logout. Drafts survive a session that the server ended: the same account finds them after the next login. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {}
}

interface Draft<Values> {
  values: Partial<Values>;
  /** Names of the fields whose file was chosen and could not be stored. */
  files: readonly string[];
}

export function readDraft<Values extends object>(key: string | undefined): Draft<Values> {
  const none = { values: {}, files: [] };
  if (!key) return none;
  try {
    return { ...none, ...(JSON.parse(sessionStorage.getItem(name(key)) ?? '{}') as Partial<Draft<Values>>) };
  } catch {
    return none;
  }
}

/** @param files names of fields that had a file in the draft that was restored */
export function writeDraft(key: string | undefined, values: object, files: readonly string[] = []): void {
  if (!key) return;
  const all = Object.entries(values);
  const draft = {
    values: Object.fromEntries(all.filter(([, value]) => isStorable(value))),
    files: [...files, ...all.filter(([, value]) => value instanceof Blob).map(([field]) => field)],
  };
  try {
    sessionStorage.setItem(name(key), JSON.stringify(draft));
  } catch {
    // storage is full or unavailable: only the draft is lost
  }
}

export const isStorable = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isStorable) : value === null || typeof value !== 'object';

export function clearDraft(key: string | undefined): void {
  if (!key) return;
  try {
    sessionStorage.removeItem(name(key));
  } catch {}
}
