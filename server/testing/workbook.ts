/** Reads .xlsx files as a program that is not ours would: zip directory, shared strings, first sheet. */
import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;

/** The files of a zip archive, by name. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (archive.readUInt32LE(end) !== endOfDirectory) throw new Error('not a zip archive');
  const files = new Map<string, string>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      archive.readUInt16LE(entry + at),
    );
    const name = archive.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    const header = archive.readUInt32LE(entry + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    const isDeflated = archive.readUInt16LE(entry + 10) === 8;
    files.set(name, (isDeflated ? inflateRawSync(packed) : packed).toString('utf8'));
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');

/** Text as text, numbers as numbers, dates as the days since 1900 that a spreadsheet counts; null where there is no cell. */
export function readWorkbook(archive: Buffer): {
  name: string;
  rows: (string | number | null)[][];
  formulas: number;
} {
  const files = unzip(archive);
  const read = (name: string) => files.get(name) ?? '';
  const strings = [...read('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(
    ([, text = '']) => unescapeXml(text),
  );
  const sheet = read('xl/worksheets/sheet1.xml');
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, cells = '']) => {
    const row: (string | number | null)[] = [];
    for (const [, column = '', type, value] of cells.matchAll(
      /<c r="([A-Z])\d+"[^>]*?(?: t="(\w+)")?><v>([^<]*)<\/v><\/c>/g,
    )) {
      row[column.charCodeAt(0) - 65] = type === 's' ? (strings[Number(value)] ?? null) : Number(value);
    }
    return Array.from(row, (cell) => cell ?? null);
  });
  const name = unescapeXml(/<sheet [^>]*name="([^"]*)"/.exec(read('xl/workbook.xml'))?.[1] ?? '');
  return { name, rows, formulas: [...sheet.matchAll(/<f[ >]/g)].length };
}
