import { useMemo } from 'react';
import { drawQrCode } from '../lib/qr-code.ts';

interface Props {
  text: string;
  label: string;
  className?: string | undefined;
}

/** Always dark on white, so that cameras read it in dark mode, too. */
export function QrCode({ text, label, className }: Props) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
