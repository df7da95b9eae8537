import { checksum } from '../qris.ts';

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** A code of an invented merchant, built as Bank Indonesia's standard lays it out. */
export function sampleQris(changes: Readonly<Record<string, string | null>> = {}): string {
  const fields: Record<string, string> = {
    '00': '01',
    '01': '11',
    '26': field('00', 'ID.CO.CONTOH.WWW') + field('01', '936000000000000001') + field('03', 'UMI'),
    '51': field('00', 'ID.CO.QRIS.WWW') + field('02', 'ID1020000000001') + field('03', 'UMI'),
    '52': '8641',
    '53': '360',
    '58': 'ID',
    '59': 'KAS GRIYA RUKUN',
    '60': 'SLEMAN',
    '61': '55281',
  };
  for (const [tag, value] of Object.entries(changes))
    if (value === null) delete fields[tag];
    else fields[tag] = value;
  const body =
    Object.entries(fields)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([tag, value]) => field(tag, value))
      .join('') + '6304';
  return body + checksum(body);
}
