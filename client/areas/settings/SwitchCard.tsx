import { useState } from 'react';
import { changeSettings, type Settings } from '../../../contract/settings.ts';
import { useSettings } from '../../shared/estate.ts';
import { useSend } from '../../shared/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { notify } from '../../ui/notify.ts';
import { SwitchField } from '../../ui/SwitchField.tsx';

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
  const { refetch } = useSettings();
  const [wanted, setWanted] = useState<boolean | null>(null); // optimistic value until the settings are loaded again
  const save = async (on: boolean) => {
    if (wanted !== null) return;
    setWanted(on);
    const sent = send({ body: { [name]: on } });
    // Somebody else may have turned it back: then the settings read are those from before.
    if (await notify.outcome(sent, 'Gagal menyimpan pengaturan')) await refetch();
    setWanted(null);
  };
  return (
    <Card className="ui-stack">
      <SwitchField
        label={label}
        description={description}
        checked={wanted ?? settings[name]}
        onChange={(on) => void save(on)}
      />
      <p className="ui-note">{note}</p>
    </Card>
  );
}
