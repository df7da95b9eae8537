import encodeQR from 'qr';

/** A QR code as the path of an SVG picture or a canvas, one unit per module, with its quiet zone. */
export function drawQrCode(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
