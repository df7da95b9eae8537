import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../../contract/format.ts';
import { useEstate } from '../shared/estate.ts';

/** Shows the age of the oldest data on the page while the server cannot be reached. */
export function LastRead() {
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
