import { Button } from './Button.tsx';
import type { Icon } from './icon.ts';
import css from './RowAction.module.css';

interface Props {
  label: string;
  icon: Icon;
  of?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onClick: () => void;
}

/** An action of one row of a DataList. A narrow table only shows its icon. */
export function RowAction({ label, of, danger, ...rest }: Props) {
  return (
    <Button
      {...rest}
      look="quiet"
      className={`ui-screen ${danger ? css.danger : css.action}`}
      aria-label={of ? `${label} ${of}` : label}
      title={label}
    >
      {label}
    </Button>
  );
}
