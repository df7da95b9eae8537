import { IconHeartHandshake } from '@tabler/icons-react';
import { useState } from 'react';
import type { Arrears } from '../../../contract/arrears.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WaiveSheet = lazyPart(() => import('./WaiveSheet.tsx'));

/** Proposes that months of a payer are waived, or were settled in the old system. */
export function WaiveAction({ row }: { row: Arrears }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RowAction label="Bebaskan…" icon={IconHeartHandshake} of={row.nama} onClick={() => setOpened(true)} />
      {opened && <WaiveSheet row={row} onClose={() => setOpened(false)} />}
    </>
  );
}
