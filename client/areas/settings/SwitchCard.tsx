import { useState } from 'react';
import { changeSettings, type Settings } from '../../../contract/settings.ts';
import { useSend } from '../../shared/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { notify } from '../../ui/notify.ts';
import { SwitchField } from '../../ui/SwitchField.tsx';
import css from './settings.module.css';

interface Props {
  settings: Settings;
  name: 'complaintMenuEnabled' | 'logPublik' | 'kodeUnik';
  label: string;
  description: string;
  /** What it means while it is off or on. */
  note: string;
}

/** Takes effect at once in every open browser. */
export function SwitchCard({ settings, name, label, description, note }: Props) {
  const { send } = useSend(changeSettings);
  const [wanted, setWanted] = useState<boolean | null>(null); // optimistic value until the settings are loaded again
  const saved = settings[name];
  if (wanted === saved) setWanted(null);
  const save = async (on: boolean) => {
    if (wanted !== null) return;
    setWanted(on);
    const sent = send({ body: { [name]: on } });
    if (!(await notify.outcome(sent, 'Gagal menyimpan pengaturan'))) setWanted(null);
  };
  return (
    <Card className={css.menu}>
      <SwitchField
        label={label}
        description={description}
        checked={wanted ?? saved}
        onChange={(on) => void save(on)}
      />
      <p className="ui-note">{note}</p>
    </Card>
  );
}
