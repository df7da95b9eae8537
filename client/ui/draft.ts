/** Drafts: texts and figures of a form in sessionStorage. Files cannot be stored. */

const prefix = 'draft:';
const owner = 'drafts-of';
const name = (key: string) => `${prefix}${key}`;

/** Deletes drafts of another account in this tab: nobody else may read or send them. */
export function claimDrafts(account: number): void {
  try {
    if (sessionStorage.getItem(owner) === String(account)) return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    sessionStorage.setItem(owner, String(account));
  } catch {
    // storage is unavailable, so there are no drafts either
  }
}

export function readDraft<Values extends object>(key: string | undefined): Partial<Values> {
  if (!key) return {};
  try {
    return JSON.parse(sessionStorage.getItem(name(key)) ?? '{}') as Partial<Values>;
  } catch {
    return {};
  }
}

export function writeDraft(key: string | undefined, values: object): void {
  if (!key) return;
  const plain = Object.entries(values).filter(([, value]) => value === null || typeof value !== 'object');
  try {
    sessionStorage.setItem(name(key), JSON.stringify(Object.fromEntries(plain)));
  } catch {
    // storage is full or unavailable: only the draft is lost
  }
}

export function clearDraft(key: string | undefined): void {
  if (!key) return;
  try {
    sessionStorage.removeItem(name(key));
  } catch {}
}
