import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { Button } from '../ui/Button.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { notify } from '../ui/notify.ts';
import type { Download } from './queries.ts';

interface Props<Input> {
  label?: string;
  download: Download<Input>;
  /** Request parameters: usually the filters of the page. */
  input: Input;
}

export function ExportMenu<Input>({ label = 'Export', download, input }: Props<Input>) {
  const save = (format: 'csv' | 'xlsx') => {
    download.save(input, format).catch((error: unknown) => notify.failure('Gagal mengekspor data', error));
  };
  return (
    <MenuButton
      entries={[
        { label: 'Excel (.xlsx)', icon: IconFileSpreadsheet, onSelect: () => save('xlsx') },
        { label: 'CSV (.csv)', icon: IconFileTypeCsv, onSelect: () => save('csv') },
      ]}
    >
      <Button icon={IconDownload} busy={download.isSaving}>
        {label}
      </Button>
    </MenuButton>
  );
}
