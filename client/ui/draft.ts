/** Texts and figures of a form, kept in this tab. Files cannot be kept. */

const prefix = 'draft:';
const owner = 'drafts-of';
const name = (key: string) => `${prefix}${key}`;

/** What another account has typed in this tab is gone: nobody reads it, or sends it as their own. */
export function claimDrafts(account: number): void {
  try {
    if (sessionStorage.getItem(owner) === String(account)) return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    sessionStorage.setItem(owner, String(account));
  } catch {
    // then no drafts are kept either
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
    // a full or forbidden storage costs the draft, never the form
  }
}

export function clearDraft(key: string | undefined): void {
  if (!key) return;
  try {
    sessionStorage.removeItem(name(key));
  } catch {
    // see above
  }
}
