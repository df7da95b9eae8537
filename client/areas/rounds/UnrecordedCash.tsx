import { IconHandStop } from '@tabler/icons-react';
import { formatRupiah } from '../../../contract/format.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { remove } from '../../shared/outbox.ts';
import { useWaiting } from '../../shared/use-outbox.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Dues that were received at the door, and refused because their receiver no longer collects: the round is closed to them. */
export default function UnrecordedCash() {
  const refused = useWaiting(collectDues).filter(({ refusal }) => refusal !== null);
  return refused.map(({ key, title, body, refusal }) => (
    <Notice
      key={key}
      tone="danger"
      title={`${formatRupiah(body.jumlah)} tidak tercatat`}
      action={
        <Button icon={IconHandStop} onClick={() => void remove(key)}>
          Uang sudah diserahkan
        </Button>
      }
    >
      {title}: {refusal} Serahkan uangnya kepada pengurus yang bertugas, supaya dicatat.
    </Notice>
  ));
}
