import { Button } from './Button.tsx';
import type { Icon } from './icon.ts';

interface Props {
  label: string;
  icon: Icon;
  onClick: () => void;
  disabled?: boolean | undefined;
  busy?: boolean | undefined;
}

/** The page's one call to action; goes into `Page.action`. */
export function PageAction({ label, ...rest }: Props) {
  return (
    <Button look="accent" {...rest}>
      {label}
    </Button>
  );
}
