import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import type { Download } from '../lib/queries.ts';
import { Button } from './Button.tsx';
import { MenuButton } from './MenuButton.tsx';
import { notify } from './notify.ts';

interface Props<Input> {
  /** e.g. 'Export 2026'. */
  label?: string;
  download: Download<Input>;
  /** What of it: mostly what is shown. */
  input: Input;
}

export function ExportMenu<Input>({ label = 'Export', download, input }: Props<Input>) {
  const save = (format: 'csv' | 'xlsx') => {
    download.save(input, format).catch((error: unknown) => notify.failure('Gagal mengekspor data', error));
  };
  return (
    <MenuButton
      renderButton={(trigger) => (
        <Button {...trigger} icon={IconDownload} busy={download.isSaving}>
          {label}
        </Button>
      )}
      entries={[
        { label: 'Excel (.xlsx)', icon: IconFileSpreadsheet, onSelect: () => save('xlsx') },
        { label: 'CSV (.csv)', icon: IconFileTypeCsv, onSelect: () => save('csv') },
      ]}
    />
  );
}
