/** Any Standard Schema (zod, zod/mini …). */
export interface Schema<Output> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
  };
}
type Result<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type FieldErrors = Record<string, string>;

/** Unchanged values are not stored: they may have changed elsewhere before the draft is restored. */
export function changesSince<Values extends object>(start: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  const changed = names.filter((name) => values[name] !== start[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>;
}

export const without = (names: readonly string[] = [], values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export function byField(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const name = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    errors[name] ??= message;
  }
  return errors;
}

/** Splits a refusal into errors that stand at their fields and a message for the whole form. */
export function explain(
  error: unknown,
  isField: (name: string) => boolean,
): { own: FieldErrors; message: string | null } {
  const { message, errors } = Object(error) as { message?: string; errors?: FieldErrors };
  const own: FieldErrors = {};
  const others: string[] = [];
  for (const [name, text] of Object.entries(errors ?? {})) {
    if (isField(name)) own[name] = text;
    else others.push(text);
  }
  if (others.length > 0) return { own, message: [...new Set(others)].join(' ') };
  const blamed = Object.keys(own).length > 0;
  return {
    own,
    message: blamed ? null : message || 'Terjadi kesalahan. Isian Anda masih ada, silakan coba lagi.',
  };
}
