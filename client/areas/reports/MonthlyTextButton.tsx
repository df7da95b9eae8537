import { IconMessageShare } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const MonthlyTextSheet = lazyPart(() => import('./MonthlyTextSheet.tsx'));

export function MonthlyTextButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button icon={IconMessageShare} onClick={() => setOpened(true)}>
        Laporan singkat
      </Button>
      {opened && <MonthlyTextSheet onClose={() => setOpened(false)} />}
    </>
  );
}
