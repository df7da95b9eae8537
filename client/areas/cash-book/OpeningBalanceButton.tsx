import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useBalance } from './api.ts';
import { OpeningBalanceDialog } from './OpeningBalanceDialog.tsx';

/** Until the opening balance has been entered. */
export function OpeningBalanceButton() {
  const [opened, setOpened] = useState(false);
  const balance = useBalance().data?.data;
  if (!balance || balance.saldoAwal !== 0) return null;
  return (
    <>
      <Button icon={IconFlag} onClick={() => setOpened(true)}>
        Catat saldo awal
      </Button>
      {opened && <OpeningBalanceDialog onClose={() => setOpened(false)} />}
    </>
  );
}
