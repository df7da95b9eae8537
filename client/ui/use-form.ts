import { type FormEvent, useEffect, useRef, useState } from 'react';
import { clearDraft, readDraft, writeDraft } from './draft.ts';
import { byField, changesSince, explain, type FieldErrors, type Schema, without } from './form-values.ts';

interface Options<Values extends object, Output> {
  initial: Values;
  schema: Schema<Output>;
  /**
   * Gets what the schema made of the values, and those that were changed: what nobody touched may be another one
   * elsewhere by now. May throw `{ message, errors?: { field: message } }`.
   */
  send: (output: Output, values: Values, changes: Partial<Values>) => Promise<unknown>;
  /** Unless the form was left meanwhile: what stands in its place by then is not to be closed. */
  onSent?: (() => void) | undefined;
  /** Keeps what was typed (not files) in this tab until it is sent. */
  draftKey?: string | undefined;
  /** Passwords: fields that no draft keeps. The same array at each drawing. */
  secret?: readonly (keyof Values & string)[] | undefined;
}

export interface UseForm<Values extends object> {
  values: Values;
  errors: FieldErrors;
  /** Why the last sending failed, when no field is to blame. */
  failure: string | null;
  busy: boolean;
  /** Something was changed since the start or the last reset. */
  dirty: boolean;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Spread into any field: `<TextField label="Nama" {...form.field('nama')} />`. */
  field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  submit: (event?: FormEvent) => void;
  reset: (values?: Values) => void;
  /** Where the form element is told to the hook; `<Form>` does it. */
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

/** State of one form: checked by its schema, sent once at a time, nothing typed is ever lost. Goes with `<Form>`. */
export function useForm<Values extends object, Output>(options: Options<Values, Output>): UseForm<Values> {
  const { initial, schema, send, onSent, draftKey, secret } = options;
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(() => ({ ...initial, ...readDraft<Values>(draftKey) }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FieldErrors | null>(null);
  const sending = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  const dirty = Object.keys(changesSince(start, values)).length > 0;

  useEffect(() => {
    if (dirty) writeDraft(draftKey, without(secret, changesSince(start, values)));
    else clearDraft(draftKey);
  }, [dirty, draftKey, secret, start, values]);

  useEffect(() => {
    if (refused) focusFirst(element.current, refused);
  }, [refused]);

  const refuse = (found: FieldErrors, message: string | null) => {
    setErrors(found);
    setFailure(message);
    setRefused(found); // a new object for every refusal, so every one moves the focus
  };

  const run = async () => {
    const result = await schema['~standard'].validate(values);
    if (result.issues) return refuse(byField(result.issues), null);
    setErrors({});
    setFailure(null);
    setBusy(true);
    const sent = element.current;
    try {
      await send(result.value, values, changesSince(start, values));
      clearDraft(draftKey);
      setStart((now) => (now === start ? values : now)); // unless `send` has reset the form
      if (element.current === sent) onSent?.();
    } catch (error) {
      const { own, message } = explain(error, values);
      refuse(own, message);
    }
  };

  const set: UseForm<Values>['set'] = (name, value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
    setFailure(null); // it may have been this value's fault
  };

  return {
    values,
    errors,
    failure,
    busy,
    dirty,
    attach: (form) => {
      element.current = form;
    },
    set,
    field(name) {
      return {
        name,
        value: values[name],
        onChange: (value) => busy || set(name, value), // what is being sent stays until its fate is known
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
      setStart(next);
      setValues(next);
      setErrors({});
      setFailure(null);
    },
  };
}

function focusFirst(form: HTMLElement | null, errors: FieldErrors) {
  for (const node of form?.querySelectorAll<HTMLElement>('[data-path]') ?? []) {
    if (errors[node.dataset.path ?? '']) {
      node.focus();
      return node.scrollIntoView({ block: 'center' });
    }
  }
  form?.querySelector<HTMLElement>('[data-failure]')?.scrollIntoView({ block: 'center' });
}
