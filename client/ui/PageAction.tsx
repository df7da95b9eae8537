import { Button } from './Button.tsx';
import type { Icon } from './icon.ts';

interface Props {
  label: string;
  icon: Icon;
  onClick: () => void;
  disabled?: boolean | undefined;
  busy?: boolean | undefined;
}

export function PageAction({ label, ...rest }: Props) {
  return (
    <Button look="accent" {...rest}>
      {label}
    </Button>
  );
}
