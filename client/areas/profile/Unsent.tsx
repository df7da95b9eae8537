import { createComplaint } from '../../../contract/complaints.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { useEstate } from '../../shared/estate.ts';
import { type PageKey, useNavigation } from '../../shared/navigation.tsx';
import { useAllWaiting } from '../../shared/use-outbox.ts';
import { WaitingCards } from '../../shared/WaitingCards.tsx';

const pages: Record<string, PageKey> = {
  [createComplaint.path]: 'aduan-saya',
  [collectDues.path]: 'keliling',
};

/** Unsent forms of all kinds, because the current role's menu may lack the page that lists them. */
export function Unsent() {
  const { timeZone } = useEstate();
  const { open } = useNavigation();
  return (
    <WaitingCards
      label="Yang belum terkirim"
      items={useAllWaiting()}
      timeZone={timeZone}
      onMend={({ path }) => open(pages[path] ?? 'payments')}
    />
  );
}
