const a4 = { width: 595, height: 842 };
const margin = 64;
const lineHeight = 18;

/** @param lines Latin-1 only; '' is an empty line */
export function makePdf(title: string, lines: readonly string[]): Buffer {
  const top = a4.height - margin;
  const text = [
    `BT /F2 18 Tf ${margin} ${top} Td (${escape(title)}) Tj ET`,
    ...lines.map((line, index) => {
      const y = top - 40 - index * lineHeight;
      return `BT /F1 11 Tf ${margin} ${y} Td (${escape(line)}) Tj ET`;
    }),
  ].join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]);
}

const escape = (text: string) => text.replace(/[\\()]/g, '\\$&');

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
