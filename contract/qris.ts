/**
 * QRIS codes: the tag-length-value text of EMV® QR Code Specification for Payment Systems, merchant-presented mode 1.1,
 * with the fields that Bank Indonesia's standard adds. Nothing here knows whether a code was paid.
 */

/** A merchant's own code without an amount, as it hangs on the wall. */
export interface Qris {
  nama: string;
  kota: string;
  /** National merchant id; some old codes have none. */
  nmid: string | null;
}

export const longestQris = 512;

const tags = {
  format: '00',
  use: '01',
  national: '51',
  currency: '53',
  amount: '54',
  country: '58',
  name: '59',
  city: '60',
  checksum: '63',
} as const;

type Fields = Map<string, string>;

/** In their order; null if lengths and text do not fit, or a tag stands there twice. */
function readFields(text: string): Fields | null {
  const fields: Fields = new Map();
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    if (!tag || !length) return null;
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (value.length !== Number(length) || fields.has(tag)) return null;
    fields.set(tag, value);
    at += 4 + value.length;
  }
  return fields;
}

const writeField = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE of the UTF-8 bytes as four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const checksumField = `${tags.checksum}04`;

/** The merchant of a code, or the sentence that says why it cannot be used. */
export function readQris(text: string): Qris | string {
  const fields = readFields(text);
  if (!fields || fields.get(tags.format) !== '01' || !/^00[ -~]*$/.test(text)) return 'Ini bukan kode QRIS';
  if (text.slice(-8, -4) !== checksumField || checksum(text.slice(0, -4)) !== text.slice(-4).toUpperCase())
    return 'Kode QRIS rusak atau tidak lengkap. Foto ulang kodenya';
  if (fields.get(tags.country) !== 'ID' || fields.get(tags.currency) !== '360')
    return 'Kode ini bukan QRIS untuk rupiah';
  if (fields.get(tags.use) !== '11' || fields.has(tags.amount))
    return 'Kode ini hanya untuk satu pembayaran. Pakai kode QRIS tetap milik perumahan';
  const [nama, kota] = [fields.get(tags.name)?.trim(), fields.get(tags.city)?.trim()];
  if (!nama || !kota) return 'Kode QRIS tidak menyebut nama dan kota penerima';
  const national = readFields(fields.get(tags.national) ?? '');
  return { nama, kota, nmid: national?.get('02') ?? null };
}

/**
 * The same merchant's code for one payment.
 * @param jumlah whole rupiah
 */
export function qrisFor(text: string, jumlah: number): string {
  const fields = [...(readFields(text) ?? [])].filter(([tag]) => tag !== tags.checksum);
  const withAmount = fields.flatMap(([tag, value]) =>
    tag === tags.use
      ? [[tag, '12']]
      : tag === tags.country
        ? [
            [tags.amount, String(jumlah)],
            [tag, value],
          ]
        : [[tag, value]],
  );
  const body = withAmount.map(([tag = '', value = '']) => writeField(tag, value)).join('') + checksumField;
  return body + checksum(body);
}

/** As people compare it with what their payment app shows. */
export const formatQris = ({ nama, kota, nmid }: Qris) => [nama, kota, nmid].filter(Boolean).join(' · ');
