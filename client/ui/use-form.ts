import { type FormEvent, useEffect, useRef, useState } from 'react';
import { clearDraft, isStorable, readDraft, writeDraft } from './draft.ts';
import { byField, changesSince, explain, type FieldErrors, type Schema, without } from './form-values.ts';

export interface FormOptions<Values extends object, Output> {
  initial: Values;
  schema: Schema<Output>;
  /**
   * Receives the parsed values and the changed ones: unchanged fields may be outdated. May throw `{ message,
   * errors?: { field: message } }`.
   */
  send: (output: Output, values: Values, changes: Partial<Values>) => Promise<unknown>;
  /** Not called if the form was unmounted meanwhile: another form may be in its place. */
  onSent?: (() => void) | undefined;
  /** Stores the input in this tab until it is sent; of a file, that it has to be chosen again. */
  draftKey?: string | undefined;
  /** Fields that are never stored, i.e. passwords. Must be referentially stable. */
  secret?: readonly (keyof Values & string)[] | undefined;
}

export interface UseForm<Values extends object> {
  values: Values;
  errors: FieldErrors;
  /** Error of the last submit that belongs to no field. */
  failure: string | null;
  busy: boolean;
  /** Changed since the initial values or the last reset. */
  dirty: boolean;
  /** Has changes that leaving would lose: passwords and files, and without a draft key all others, too. */
  unkept: boolean;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  submit: (event?: FormEvent) => void;
  reset: (values?: Values) => void;
  /** Fields of the restored draft that had a file, which a draft cannot store. */
  lostFiles: readonly string[];
  /** Ref of the form element; set by `<Form>`. */
  attach: (form: HTMLFormElement | null) => void;
}

interface BoundField<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
  disabled?: undefined;
  'data-path': string;
}

const none: readonly string[] = [];

/** What fields that start without a value begin with. */
export const empty: { number: number | null; date: string | null; file: File | null } = {
  number: null,
  date: null,
  file: null,
};

/** A date that is filled in at first and may be cleared. */
export const clearable = (date: string): string | null => date;

/** Form state: validation by schema, one submit at a time, drafts. Used with `<Form>`. */
export function useForm<Values extends object, Output>(
  options: FormOptions<Values, Output>,
): UseForm<Values> {
  const { initial, schema, send, onSent, draftKey, secret } = options;
  const [start, setStart] = useState(initial);
  const [draft] = useState(() => readDraft<Values>(draftKey));
  const [values, setValues] = useState({ ...initial, ...draft.values });
  const [lostFiles, setLostFiles] = useState(draft.files);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FieldErrors | null>(null);
  const sending = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  const changes = changesSince(start, values);
  const dirty = Object.keys(changes).length > 0;
  const kept = draftKey === undefined ? {} : without(secret, changes);
  const unkept = Object.entries(changes).some(([name, value]) => !(name in kept) || !isStorable(value));

  useEffect(() => {
    if (dirty || lostFiles.length > 0)
      writeDraft(draftKey, without(secret, changesSince(start, values)), lostFiles);
    else clearDraft(draftKey);
  }, [dirty, draftKey, lostFiles, secret, start, values]);

  useEffect(() => {
    if (refused) focusFirst(element.current, refused);
  }, [refused]);

  /** An error whose field is not among those that the form now shows stands above the form. */
  const refuse = (error: unknown) => {
    const isField = (name: string) => fieldsOf(element.current).some(({ dataset }) => dataset.path === name);
    const { own, message } = explain(error, isField);
    setErrors(own);
    setFailure(message);
    setRefused(own); // a new object per refusal, so that each one moves the focus
  };

  const run = async () => {
    const unread = inputsOf(element.current).find(({ validity }) => validity.customError);
    if (unread) return refuse({ errors: { [unread.dataset.path ?? '']: unread.validationMessage } });
    const result = await schema['~standard'].validate(values);
    if (result.issues) return refuse({ errors: byField(result.issues) });
    setErrors({});
    setFailure(null);
    setBusy(true);
    const sent = element.current;
    try {
      await send(result.value, values, changesSince(start, values));
      clearDraft(draftKey);
      setLostFiles(none);
      setStart((now) => (now === start ? values : now)); // unless `send` has reset the form
      if (element.current === sent) onSent?.();
    } catch (error) {
      refuse(error);
      if (sent?.isConnected === false) await tellElsewhere(sent, error);
    }
  };

  const set: UseForm<Values>['set'] = (name, value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setLostFiles((now) => (now.includes(name) ? now.filter((one) => one !== name) : now));
    setErrors(({ [name]: _gone, ...rest }) => rest);
    setFailure(null); // the error may have been caused by this value
  };

  return {
    values,
    errors,
    failure,
    busy,
    dirty,
    unkept,
    lostFiles,
    attach: (form) => {
      element.current = form;
    },
    set,
    field(name) {
      return {
        name,
        value: values[name],
        onChange: (value) => busy || set(name, value), // fields stay disabled until the outcome is known
        error: errors[name],
        'data-path': name,
      };
    },
    submit(event) {
      event?.preventDefault();
      event?.stopPropagation(); // a form in a dialog is a React child of the form behind it
      if (sending.current) return;
      sending.current = true;
      void run().finally(() => {
        sending.current = false;
        setBusy(false);
      });
    },
    reset(next = initial) {
      clearDraft(draftKey);
      setLostFiles(none);
      setStart(next);
      setValues(next);
      setErrors({});
      setFailure(null);
    },
  };
}

/**
 * Of a form that was closed while it was being sent, unless its author has signed out meanwhile. Loaded late, because
 * the login screen has no toasts.
 */
async function tellElsewhere({ dataset }: HTMLFormElement, error: unknown): Promise<void> {
  if ((Object(error) as { status?: number }).status === 401) return;
  const { notify } = await import('./notify.ts');
  const { message } = explain(error, () => false);
  notify.error(dataset['failed'] ?? 'Belum terkirim', { message: message ?? undefined });
}

const fieldsOf = (form: HTMLElement | null) => [
  ...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? []),
];

const inputsOf = (form: HTMLElement | null) =>
  fieldsOf(form).filter((field) => field instanceof HTMLInputElement);

function focusFirst(form: HTMLElement | null, errors: FieldErrors) {
  const first = fieldsOf(form).find(({ dataset }) => errors[dataset.path ?? '']);
  if (first) {
    first.focus();
    return first.scrollIntoView({ block: 'center' });
  }
  form?.querySelector<HTMLElement>('[data-failure]')?.scrollIntoView({ block: 'center' });
}
