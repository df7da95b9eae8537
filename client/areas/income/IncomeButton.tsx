import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const IncomeDialog = lazyPart(() => import('./IncomeDialog.tsx'));

export function IncomeButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button look="primary" icon={IconPlus} onClick={() => setOpened(true)}>
        Catat penerimaan
      </Button>
      {opened && <IncomeDialog onClose={() => setOpened(false)} />}
    </>
  );
}
