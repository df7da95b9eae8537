import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { Arrears } from '../../../contract/arrears.ts';
import { reminderDays, remindPayer } from '../../../contract/reminders.ts';
import { useActor } from '../../shared/auth.tsx';
import { useSend } from '../../shared/queries.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';

const day = 24 * 60 * 60 * 1_000;

/** The server decides; this only spares a press that it would refuse. */
const mayBeReminded = ({ diingatkan, tanpa_pengingat, no_hp }: Arrears) =>
  Boolean(no_hp) &&
  !tanpa_pengingat &&
  (diingatkan === null || Date.now() - Date.parse(diingatkan) >= reminderDays * day);

export function RemindAction({ row }: { row: Arrears }) {
  const { send, isSending } = useSend(remindPayer);
  const actor = useActor();
  const remind = async () => {
    // Opened within the press: browsers block windows that open after an answer.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const sent = send({ params: { id: row.user_id } });
    if (!(await notify.outcome(sent, 'Belum dapat diingatkan', row.nama))) return tab?.close();
    const { tautan } = (await sent).data;
    if (tab) tab.location.replace(tautan);
    else location.assign(tautan);
  };
  if (row.user_id === actor.id || !mayBeReminded(row)) return null;
  return (
    <RowAction
      label="Ingatkan"
      icon={IconBrandWhatsapp}
      of={row.nama}
      busy={isSending}
      onClick={() => void remind()}
    />
  );
}
