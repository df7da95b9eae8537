import { useState } from 'react';
import { changeSettings, type Settings } from '../../../contract/settings.ts';
import { notify } from '../../ui/notify.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangeSettings } from './api.ts';

type Name = Exclude<keyof Settings, 'complaintMenuEnabled' | 'timeZone'>;
/** A number field that was emptied holds null. */
type Values<N extends Name> = { [K in N]: Settings[K] | (Settings[K] extends number ? null : never) };

/** A form over some of the settings: sends only what was changed, follows changes made elsewhere while untouched. */
export function useSettingsForm<const N extends Name>(settings: Settings, names: readonly N[]) {
  const saved = pick(settings, names);
  const [followed, setFollowed] = useState(saved);
  const { send } = useChangeSettings();
  const form = useForm<Values<N>, unknown>({
    initial: saved,
    schema: changeSettings.body,
    draftKey: `pengaturan-${names[0]}`,
    send: async (_parsed, values) => {
      const changed = names.filter((name) => values[name] !== saved[name]);
      const { data, message } = await send({ body: pick(values, changed) });
      form.reset(pick(data, names));
      notify.success(message);
    },
  });
  if (names.some((name) => followed[name] !== saved[name])) {
    setFollowed(saved);
    if (!form.dirty) form.reset(saved);
  }
  return form;
}

function pick<N extends Name>(source: Values<N>, names: readonly N[]): Values<N> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as unknown as Values<N>;
}
