import { useState } from 'react';
import { chooseReminders, getReminderChoice } from '../../../contract/reminders.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';

export function ReminderSwitch() {
  const { data, error, refetch } = useRead('payments', getReminderChoice, {});
  const { send } = useSend(chooseReminders, { inTurn: true });
  const [wanted, setWanted] = useState<{ ingin: boolean } | null>(null); // optimistic value until it is loaded again
  const saved = data?.data.ingin;
  if (saved === undefined)
    return error ? (
      <ErrorCard message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height="6rem" radius="var(--ui-radius-l)" />
    );
  const save = async (ingin: boolean) => {
    const next = { ingin };
    setWanted(next);
    await notify.outcome(send({ body: next }), 'Gagal menyimpan pilihan');
    await refetch();
    setWanted((last) => (last === next ? null : last));
  };
  return (
    <Card>
      <SwitchField
        label="Pengingat tunggakan"
        description="Pengurus boleh mengingatkan Anda lewat WhatsApp bila ada iuran yang belum dibayar, paling sering lima hari sekali dan tidak di malam hari."
        checked={wanted?.ingin ?? saved}
        onChange={(ingin) => void save(ingin)}
        words={['Boleh', 'Jangan']}
      />
    </Card>
  );
}
