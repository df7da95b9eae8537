import { IconHeartHandshake } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import type { Payer } from './WaiveForm.tsx';

const WaiveSheet = lazyPart(() => import('./WaiveSheet.tsx'));

/** Waived months of a payer: what is waived now, and proposals of more or of their end. */
export function WaiveAction({ payer }: { payer: Payer }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowAction
        label="Bebaskan…"
        icon={IconHeartHandshake}
        of={payer.nama}
        onClick={() => setOpened(true)}
      />
      {opened && <WaiveSheet payer={payer} onClose={() => setOpened(false)} />}
    </>
  );
}
