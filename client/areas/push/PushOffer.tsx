import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useActor } from '../../shared/auth.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { usePush } from './api.ts';
import { canPush, startPush } from './subscription.ts';

const answeredKey = 'guyub-push-ditawarkan';

/** Offered once, after the first confirmed payment; later it is in the profile. */
export default function PushOffer() {
  const { id } = useActor();
  const { data, refetch } = usePush();
  const [answered, setAnswered] = useState(() => localStorage.getItem(answeredKey) !== null);
  const state = data?.data;
  if (!state?.tawarkan || state.aktif || answered || !canPush() || Notification.permission !== 'default')
    return null;
  const answer = () => {
    localStorage.setItem(answeredKey, '1');
    setAnswered(true);
  };
  const start = async () => {
    await notify.outcome(startPush(state.kunci, id), 'Pemberitahuan tidak dapat dinyalakan');
    answer();
    await refetch();
  };
  return (
    <Notice
      tone="info"
      icon={IconBell}
      title="Mau dikabari di HP ini?"
      action={
        <>
          <Button onClick={() => void start()}>Ya, kabari saya</Button>
          <Button look="quiet" onClick={answer}>
            Tidak perlu
          </Button>
        </>
      }
    >
      Saat pembayaran Anda diperiksa atau aduan dijawab, walaupun aplikasi tertutup.
    </Notice>
  );
}
