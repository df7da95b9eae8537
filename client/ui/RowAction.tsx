import { Button, type ButtonProps } from './Button.tsx';
import css from './RowAction.module.css';

interface Props extends Omit<ButtonProps, 'children'> {
  label: string;
  of?: string | undefined;
  danger?: boolean | undefined;
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
