import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';
import { type ReactNode, startTransition, useOptimistic } from 'react';
import { formatCount } from '../../contract/format.ts';
import type { Icon } from './icon.ts';
import css from './Tabs.module.css';

interface Props<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: string; icon?: Icon | undefined; count?: number | undefined }[];
  active: Key;
  onChange: (key: Key) => void;
  children: ReactNode;
}

export function Tabs<Key extends string>({ label, tabs, active, onChange, children }: Props<Key>) {
  // The tab is marked at once; its panel renders afterwards.
  const [pressed, press] = useOptimistic(active);
  const change = (key: Key) =>
    startTransition(() => {
      press(key);
      onChange(key);
    });
  return (
    <MantineTabs
      className="ui-breaks"
      variant="pills"
      value={pressed}
      onChange={(key) => change(key as Key)}
      classNames={css}
    >
      <MantineTabs.List className="ui-screen" aria-label={label}>
        {tabs.map(({ key, label: word, icon: Glyph, count }) => (
          <MantineTabs.Tab
            key={key}
            value={key}
            leftSection={Glyph && <Glyph size={19} stroke={1.9} aria-hidden />}
            rightSection={
              count === undefined ? null : <span className={css.count}>{formatCount(count)}</span>
            }
          >
            {word}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel className="ui-breaks" value={pressed} aria-busy={pressed !== active || undefined}>
        {children}
      </MantineTabs.Panel>
    </MantineTabs>
  );
}
