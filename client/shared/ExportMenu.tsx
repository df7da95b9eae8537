import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CallInput, Endpoint, ExportFormat } from '../../contract/endpoint.ts';
import { Button } from '../ui/Button.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { notify } from '../ui/notify.ts';
import { type CallError, download } from './http.ts';

interface MenuProps<E extends Endpoint> {
  label?: string;
  of: E;
  /** Usually the filters of the page. */
  input: CallInput<E>;
}

export function ExportMenu<E extends Endpoint>({ label = 'Export', of, input }: MenuProps<E>) {
  const { mutate, isPending } = useDownload(of, input, 'Gagal mengekspor data');
  return (
    <MenuButton
      entries={[
        { label: 'Excel (.xlsx)', icon: IconFileSpreadsheet, onSelect: () => mutate('xlsx') },
        { label: 'CSV (.csv)', icon: IconFileTypeCsv, onSelect: () => mutate('csv') },
      ]}
    >
      <Button icon={IconDownload} busy={isPending}>
        {label}
      </Button>
    </MenuButton>
  );
}

interface ButtonProps<E extends Endpoint> {
  of: E;
  failed: string;
  children: string;
}

/** Saves a file that has one form only. */
export function DownloadButton<E extends Endpoint>({ of, failed, children }: ButtonProps<E>) {
  const { mutate, isPending } = useDownload(of, {} as CallInput<E>, failed);
  return (
    <Button icon={IconDownload} busy={isPending} onClick={() => mutate('csv')}>
      {children}
    </Button>
  );
}

const useDownload = <E extends Endpoint>(endpoint: E, input: CallInput<E>, failed: string) =>
  useMutation<void, CallError, ExportFormat>({
    mutationFn: (format) => download(endpoint, input, format),
    onError: (error) => notify.failure(failed, error),
  });
