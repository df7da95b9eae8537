import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { Button } from './Button.tsx';
import { MenuButton } from './MenuButton.tsx';

interface Props {
  /** e.g. 'Export 2026'. */
  label?: string | undefined;
  onExport: (format: 'csv' | 'xlsx') => void;
  busy?: boolean | undefined;
}

export function ExportMenu({ label = 'Export', onExport, busy }: Props) {
  return (
    <MenuButton
      renderButton={(trigger) => (
        <Button {...trigger} icon={IconDownload} busy={busy}>
          {label}
        </Button>
      )}
      entries={[
        { label: 'Excel (.xlsx)', icon: IconFileSpreadsheet, onSelect: () => onExport('xlsx') },
        { label: 'CSV (.csv)', icon: IconFileTypeCsv, onSelect: () => onExport('csv') },
      ]}
    />
  );
}
