import { createComplaint } from '../../../contract/complaints.ts';
import { useEstate } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { useAllWaiting } from '../../shared/use-outbox.ts';
import { WaitingCards } from '../../shared/WaitingCards.tsx';

/** Unsent forms of all kinds, because the current role's menu may lack the page that lists them. */
export function Unsent() {
  const { timeZone } = useEstate();
  const { open } = useNavigation();
  return (
    <WaitingCards
      label="Yang belum terkirim"
      items={useAllWaiting()}
      timeZone={timeZone}
      onMend={({ path }) => open(path === createComplaint.path ? 'aduan-saya' : 'payments')}
    />
  );
}
