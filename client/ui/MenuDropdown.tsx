import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import css from './MenuButton.module.css';
import type { MenuProps } from './MenuButton.tsx';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';

const samePress = 400;

export default function MenuDropdown({ entries, pressed, children }: MenuProps & { pressed: boolean }) {
  const [opened, setOpened] = useState(pressed);
  const [mounted] = useState(() => performance.now());
  /** Releasing the pointer that opened the menu causes a click on the new button, which must not close it. */
  const change = (next: boolean) => {
    if (next || !pressed || performance.now() - mounted > samePress) setOpened(next);
  };
  useEscape(opened, () => setOpened(false));
  const content = useFocusBack(opened);
  return (
    <Menu
      opened={opened}
      onChange={change}
      closeOnItemClick={false} // closed in onClick, so that early clicks close it too
      closeOnEscape={false} // addLayer() closes the menu, not the dialog around it
      returnFocus={false} // useFocusBack() also handles a menu that was mounted opened
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      position="bottom-start"
      zIndex={120}
      shadow="lg"
      classNames={css}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown ref={content}>
        {entries.map(({ label, icon: Glyph, onSelect }) => (
          <Menu.Item
            key={label}
            onClick={() => {
              setOpened(false);
              onSelect();
            }}
            leftSection={Glyph && <Glyph size={20} stroke={1.8} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
