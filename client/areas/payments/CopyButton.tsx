import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

interface Props {
  text: string;
  what: string;
  /** Said when it is on the clipboard. */
  copied: string;
}

export function CopyButton({ text, what, copied }: Props) {
  const [done, setDone] = useState<string>();
  const shown = useRef<HTMLSpanElement>(null);
  const isDone = done === text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(text);
    } catch {
      // The Clipboard API needs https and permission: otherwise select the text for manual copying.
      const place = shown.current?.parentElement?.querySelector('[data-copied]');
      if (place) getSelection()?.selectAllChildren(place);
    }
  };
  return (
    <span ref={shown}>
      <Button icon={isDone ? IconCheck : IconCopy} onClick={() => void copy()}>
        {isDone ? 'Tersalin' : 'Salin'}
        <VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <VisuallyHidden>
        <span role="status">{isDone && copied}</span>
      </VisuallyHidden>
    </span>
  );
}
