import { IconHandStop } from '@tabler/icons-react';
import { formatRupiah } from '../../../contract/format.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { useWaiting } from '../../shared/use-outbox.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { dropTap } from './drop-tap.ts';

/** Dues that were received at the door, and refused because their receiver no longer collects: the round is closed to them. */
export default function UnrecordedCash() {
  const refused = useWaiting(collectDues).filter(({ refusal }) => refusal !== null);
  return refused.map(({ key, title, body, refusal }) => (
    <Notice
      key={key}
      tone="danger"
      title={`${formatRupiah(body.jumlah)} tidak tercatat`}
      action={
        <Button icon={IconHandStop} onClick={() => void dropTap(key, body.jumlah, 'diserahkan')}>
          Uang sudah diserahkan
        </Button>
      }
    >
      {title}: {refusal} Serahkan uangnya kepada pengurus yang bertugas, supaya dicatat.
    </Notice>
  ));
}
