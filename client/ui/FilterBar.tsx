import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import css from './FilterBar.module.css';
import { FormButtons } from './Form.tsx';
import { SearchField, type SearchProps } from './SearchField.tsx';
import { Sheet } from './Sheet.tsx';
import { usePrinting } from './use-printing.ts';
import { useWide } from './use-wide.ts';

interface Props {
  search?: SearchProps;
  /** Number of active filters, not counting the search, which has its own clear button. */
  active: number;
  onClear: () => void;
  children?: ReactNode;
}

/** A row of filters, on paper too; on phones behind one button with the number of active ones. */
export function FilterBar({ search, active, onClear, children }: Props) {
  const wide = useWide();
  const printing = usePrinting();
  const [opened, setOpened] = useState(false);
  const field = search && (
    <div className={css.search}>
      <SearchField {...search} />
    </div>
  );
  if (wide || printing || !children) {
    return (
      <div className={css.row} role="search">
        {field}
        <div className={css.filters}>{children}</div>
        {active > 0 && (
          <Button className="ui-screen" look="quiet" icon={IconX} onClick={onClear}>
            Hapus filter
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={css.row} role="search">
      {field}
      <Button
        icon={IconAdjustmentsHorizontal}
        onClick={() => setOpened(true)}
        aria-haspopup="dialog"
        className={`ui-screen ${css.open}`}
      >
        {active > 0 ? `Filter (${active})` : 'Filter'}
      </Button>
      <Sheet
        opened={opened}
        onClose={() => setOpened(false)}
        title="Filter"
        footer={
          <FormButtons>
            <Button onClick={onClear} disabled={active === 0}>
              Hapus filter
            </Button>
            <Button look="primary" onClick={() => setOpened(false)}>
              Lihat hasil
            </Button>
          </FormButtons>
        }
      >
        <div className={css.stack}>{children}</div>
      </Sheet>
    </div>
  );
}
