import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { getPush } from '../../../contract/push.ts';
import { useActor } from '../../shared/auth.tsx';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { answerOffer, canPush, isOfferAnswered, startPush } from './subscription.ts';

/** Offered to each account once, after the first confirmed payment; later it is in the profile. */
export default function PushOffer() {
  const { id } = useActor();
  const { data } = useRead('notifications', getPush, {});
  const [answered, setAnswered] = useState(() => isOfferAnswered(id));
  const [busy, setBusy] = useState(false);
  const state = data?.data;
  if (!state?.tawarkan || state.aktif || answered || !canPush() || Notification.permission === 'denied')
    return null;
  const decline = () => {
    answerOffer(id);
    setAnswered(true);
  };
  const start = async () => {
    setBusy(true);
    await notify.outcome(startPush(state.kunci, id), 'Pemberitahuan tidak dapat dinyalakan');
    setAnswered(isOfferAnswered(id)); // not after a failure: the connection may have been lost
    setBusy(false);
  };
  return (
    <Notice
      tone="info"
      icon={IconBell}
      title="Mau dikabari di HP ini?"
      action={
        <>
          <Button busy={busy} onClick={() => void start()}>
            Ya, kabari saya
          </Button>
          <Button look="quiet" onClick={decline}>
            Tidak perlu
          </Button>
        </>
      }
    >
      Saat pembayaran Anda diperiksa atau aduan dijawab, walaupun aplikasi tertutup.
    </Notice>
  );
}
