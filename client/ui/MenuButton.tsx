import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import type { Icon } from './icon.ts';
import { latePart } from './late-part.tsx';

export interface MenuEntry {
  label: string;
  icon?: Icon | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  entries: readonly MenuEntry[];
  /** The button itself. */
  children: ReactElement<HTMLAttributes<HTMLButtonElement>>;
}

const Dropdown = latePart(async () => {
  await whenIdle();
  return import('./MenuDropdown.tsx');
});

/** A short menu under a button. Its code arrives behind the first screen; an earlier press opens it then. */
export function MenuButton(props: MenuProps) {
  const [pressed, setPressed] = useState(false);
  const [focused, setFocused] = useState(false);
  const waiting = cloneElement(props.children, {
    // The button is replaced when the code arrives; a press that has begun on this one ends in no click.
    onPointerDown: () => setPressed(true),
    onClick: () => setPressed(true),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  });
  return (
    <Dropdown {...props} pressed={pressed} waiting={waiting}>
      {cloneElement(props.children, { autoFocus: focused })}
    </Dropdown>
  );
}
