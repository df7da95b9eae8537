import { IconChecklist } from '@tabler/icons-react';
import { formatCount } from '../../../contract/format.ts';
import { PageAction } from '../../ui/PageAction.tsx';

/** Opens the proofs that wait; false while there are none. */
export const checkAction = (waiting: number | undefined, isOpen: boolean, onOpen: () => void) =>
  waiting !== undefined &&
  waiting > 0 && (
    <PageAction
      label={`Periksa ${formatCount(waiting)} bukti`}
      icon={IconChecklist}
      onClick={onOpen}
      busy={isOpen}
    />
  );
