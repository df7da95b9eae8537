import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import type { Icon } from './icon.ts';
import { lazyPart } from './lazy-part.tsx';

export interface MenuEntry {
  label: string;
  icon?: Icon | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  entries: readonly MenuEntry[];
  children: ReactElement<HTMLAttributes<HTMLButtonElement>>;
}

const Dropdown = lazyPart(async () => {
  await whenIdle();
  return import('./MenuDropdown.tsx');
});

/**
 * A menu button. The menu's code is loaded after the first screen; a click before that opens it once loaded.
 */
export function MenuButton(props: MenuProps) {
  const [pressed, setPressed] = useState(false);
  const [focused, setFocused] = useState(false);
  const waiting = cloneElement(props.children, {
    // The button is replaced when the code arrives. A press that began on the old button causes no click on the new one.
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
