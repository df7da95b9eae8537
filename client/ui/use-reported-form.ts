import { notify } from './notify.ts';
import { type FormOptions, type UseForm, useForm } from './use-form.ts';

interface Options<Values extends object, Output> extends Omit<FormOptions<Values, Output>, 'send'> {
  send: (output: Output, values: Values, changes: Partial<Values>) => Promise<{ message: string }>;
  /** The record that was changed. */
  about?: (output: Output, values: Values) => string;
}

/** Reports success as a toast. Separate from `useForm` because the login screen loads no toasts. */
export function useReportedForm<Values extends object, Output>({
  send,
  about,
  ...options
}: Options<Values, Output>): UseForm<Values> {
  return useForm<Values, Output>({
    ...options,
    send: async (output, values, changes) => {
      const { message } = await send(output, values, changes);
      notify.success(message, { message: about?.(output, values) });
    },
  });
}
