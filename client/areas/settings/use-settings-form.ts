import { useState } from 'react';
import { changeSettings, type Settings, trustedSettings } from '../../../contract/settings.ts';
import { useSend } from '../../shared/queries.ts';
import { notify } from '../../ui/notify.ts';
import { useForm } from '../../ui/use-form.ts';

type Name = Exclude<keyof Settings, 'complaintMenuEnabled' | 'logPublik' | 'timeZone'>;
/** An emptied number field holds null. */
type Values<N extends Name> = { [K in N]: Settings[K] | (Settings[K] extends number ? null : never) };
type WithPassword<N extends Name> = Values<N> & { password?: string };
const secret = ['password'] as const;

/**
 * Form over some of the settings. It sends only changed fields, and untouched fields follow changes made by
 * other users, so that concurrent edits do not overwrite each other.
 */
export function useSettingsForm<const N extends Name>(settings: Settings, names: readonly N[]) {
  const saved = pick(settings, names);
  const [followed, setFollowed] = useState(saved);
  const { send } = useSend(changeSettings);
  const changedIn = (values: Values<N>) => names.filter((name) => values[name] !== saved[name]);
  const asksPassword = names.some((name) => (trustedSettings as readonly string[]).includes(name));
  const withPassword = (values: Values<N>): WithPassword<N> =>
    asksPassword ? { ...values, password: '' } : values;
  const form = useForm<WithPassword<N>, unknown>({
    initial: withPassword(saved),
    schema: changeSettings.body,
    draftKey: `pengaturan-${names[0]}`,
    secret,
    send: async (_parsed, values) => {
      const { data, message } = await send({
        body: { ...pick(values, changedIn(values)), ...(asksPassword && { password: values.password }) },
      });
      form.reset(withPassword(pick(data, names)));
      notify.success(message);
    },
  });
  const moved = names.filter((name) => followed[name] !== saved[name]);
  if (moved.length > 0) {
    setFollowed(saved);
    for (const name of moved)
      if (form.values[name] === followed[name]) form.set(name, saved[name] as WithPassword<N>[N]);
  }
  return { ...form, dirty: changedIn(form.values).length > 0 };
}

function pick<N extends Name>(source: Values<N>, names: readonly N[]): Values<N> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as unknown as Values<N>;
}
