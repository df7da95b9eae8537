import { type RefusalCode, refusals } from '../../../contract/messages.ts';
import type { Answer } from './exchange.ts';
import type { HostileRequest } from './requests.ts';

const inside = / {4}at |\.ts:|node_modules|SELECT |INSERT |sqlite|postgres|FST_|ERR_|ECONN/i;
/** Every Indonesian field message contains one of these words. */
const indonesian =
  /\b(harus|wajib|maksimal|minimal|tidak|bukan|belum|sudah|hanya|terlalu|isi|pilih|atau|salah)\b/i;

export function faultOf(
  { lame, isHead }: HostileRequest,
  answer: Answer | 'silence' | 'hang',
): string | undefined {
  if (answer === 'hang') return 'no answer in time';
  if (answer === 'silence') return lame ? undefined : 'closed without an answer';
  const { status, headers, text } = answer;
  if (Number.isNaN(status)) return 'what came back is no HTTP';
  if (status >= 500) return `a ${status}: ${text.slice(0, 300)}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return `a ${status} without nosniff`;
  if (isHead || status === 304 || (status === 416 && headers.has('content-range'))) return undefined;
  const json = headers.get('content-type')?.startsWith('application/json') ? parse(text) : undefined;
  if (json === null) return `a ${status} that is no JSON`;
  return status >= 400 ? faultOfRefusal(status, json) : undefined;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function faultOfRefusal(status: number, json: Record<string, unknown> | undefined) {
  if (!json) return `a ${status} outside the envelope`;
  const { code, message, errors = {} } = json;
  const known =
    typeof code === 'string' && Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : undefined;
  if (json.status !== 'error' || !known) return `a ${status} with the code ${String(code)}`;
  if (known.status !== status) return `a ${status} with the code ${String(code)} of a ${known.status}`;
  const sentences = [message, ...Object.values(errors as object)].filter((said) => said !== known.message);
  const foreign = sentences.find((said) => typeof said !== 'string' || !indonesian.test(said));
  if (foreign !== undefined) return `a ${status} that says ${String(foreign)}`;
  const { data: _, ...said } = json;
  return inside.test(JSON.stringify(said)) ? `a ${status} that tells of the inside` : undefined;
}
