import { useState } from 'react';
import { confirm, leaving } from '../../ui/confirm.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { EndWaiverForm } from './EndWaiverForm.tsx';
import { type RunningWaiver, RunningWaivers } from './RunningWaivers.tsx';
import { type Payer, WaiveForm } from './WaiveForm.tsx';

interface Props {
  payer: Payer;
  onClose(): void;
}

/** What is waived now and may be ended, and a form for more. */
export default function WaiveSheet({ payer, onClose }: Props) {
  const [ending, setEnding] = useState<RunningWaiver | null>(null);
  const [dirty, setDirty] = useState(false);
  const end = async (waiver: RunningWaiver) => {
    if (!dirty || (await confirm(leaving))) setEnding(waiver);
  };
  const form = { payer, onClose, onDirty: setDirty };
  return (
    <Sheet
      opened
      onClose={onClose}
      title={ending ? `Akhiri pembebasan ${payer.nama}` : `Bebaskan iuran ${payer.nama}`}
      guard={dirty}
    >
      {ending ? (
        <EndWaiverForm {...form} waiver={ending} />
      ) : (
        <div className="ui-stack">
          <RunningWaivers userId={payer.user_id} onEnd={(waiver) => void end(waiver)} />
          <WaiveForm {...form} />
        </div>
      )}
    </Sheet>
  );
}
