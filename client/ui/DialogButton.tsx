import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface Props extends Omit<ButtonProps, 'onClick'> {
  dialog(close: () => void): ReactNode;
}

/** A button, and the dialog that it opens. */
export function DialogButton({ dialog, ...button }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)} />
      {opened && dialog(() => setOpened(false))}
    </>
  );
}
