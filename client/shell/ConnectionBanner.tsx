import { useSyncExternalStore } from 'react';
import { type Connection, connection } from '../lib/connectivity.ts';
import { Banner } from '../ui/Banner.tsx';
import { LastRead } from './LastRead.tsx';

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
