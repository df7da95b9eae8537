import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../../contract/format.ts';
import { type Connection, connection } from '../lib/connectivity.ts';
import { useEstate } from '../shared/estate.ts';
import { Banner } from '../ui/Banner.tsx';

const sentences: Record<Connection, string | null> = {
  connected: null,
  'no-internet': 'Tidak ada sambungan internet.',
  'no-answer': 'Tidak ada sambungan internet ke server.', // a browser cannot tell a lost connection from a server that is down
  'server-down': 'Server belum dapat dihubungi.',
  'no-live-updates': 'Kabar terbaru belum dapat diterima.',
};

export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.subscribe, connection.current);
  return (
    <Banner text={sentences[state]}>
      <LastRead />
      Isian Anda tetap tersimpan di layar ini.
      {state === 'no-answer' &&
        ' Periksa sinyal dan kuota Anda; bila keduanya baik, servernya yang tidak menjawab.'}
    </Banner>
  );
}

/** Shows the age of the oldest data on the page while the server cannot be reached. */
function LastRead() {
  const { timeZone } = useEstate();
  const client = useQueryClient();
  const at = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => oldestDisplayed(client),
  );
  if (at === null) return null;
  return `Data yang tampil adalah data ${formatDateTime(new Date(at).toISOString(), timeZone)} dan mungkin sudah berubah. `;
}

const around = ['session', 'settings', 'notifications'];

function oldestDisplayed(client: QueryClient): number | null {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter(
      (query) =>
        query.isActive() && query.state.data !== undefined && !around.includes(String(query.queryKey[0])),
    );
  return shown.length === 0 ? null : Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
}
