/** Texts and figures of a form, kept in this tab. Files cannot be kept. */

const name = (key: string) => `draft:${key}`;

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
