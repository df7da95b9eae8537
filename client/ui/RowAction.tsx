import { Button } from './Button.tsx';
import type { Icon } from './icon.ts';
import css from './RowAction.module.css';

interface Props {
  label: string;
  icon: Icon;
  /** Named in the label that screen readers hear: 'Hapus Budi'. */
  of?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onClick: () => void;
}

/** A button of one row in a DataList. In a crowded table only its icon is drawn. */
export function RowAction({ label, of, danger, ...rest }: Props) {
  return (
    <Button
      {...rest}
      look="quiet"
      className={danger ? css.danger : css.action}
      aria-label={of ? `${label} ${of}` : label}
      title={label}
    >
      {label}
    </Button>
  );
}
