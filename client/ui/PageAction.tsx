import { Button, type ButtonProps } from './Button.tsx';

export const PageAction = ({ label, ...rest }: Omit<ButtonProps, 'children'> & { label: string }) => (
  <Button look="accent" {...rest}>
    {label}
  </Button>
);
