import './builtins.ts';
import { verifyAsync } from '@noble/ed25519';
import { type VerifyEd25519, verifyByWebCrypto } from '../../contract/signed-note.ts';
import { type Evidence, judge } from './judge.ts';
import type { OpenLog } from './read-log.ts';
import { sampleReceipt } from './sample-receipt.ts';
import type { Verdict } from './verdict.ts';

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = element<HTMLFormElement>('form');
const result = element('result');
const progress = element('progress');
const text = element<HTMLTextAreaElement>('text');
const second = element<HTMLTextAreaElement>('second');
const keys = element<HTMLTextAreaElement>('keys');
const log = element<HTMLInputElement>('log');

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () =>
  document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
applyTheme();
dark.addEventListener('change', applyTheme);

keys.value =
  document.querySelector<HTMLMetaElement>('meta[name="guyub-keys"]')?.content.replaceAll(' ', '\n') ?? '';

element('download').hidden = !location.protocol.startsWith('http');

/** Browsers before 2025 know no Ed25519. */
const verify: VerifyEd25519 = async (publicKey, message, signature) => {
  try {
    return await verifyByWebCrypto(publicKey, message, signature);
  } catch {
    return await verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false);
  }
};

const openFile = (file: File): OpenLog =>
  async function* () {
    const reader = file.stream().getReader(); // Safari streams are not iterable
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  };

let round = 0;

async function check() {
  round += 1;
  const mine = round;
  const [file] = log.files ?? [];
  const evidence: Evidence = {
    text: text.value,
    second: second.value,
    keys: keys.value,
    log: file && openFile(file),
  };
  const onProgress = (leaves: number) => {
    if (mine === round) progress.textContent = `Menghitung catatan ke-${leaves.toLocaleString('id-ID')} …`;
  };
  result.setAttribute('aria-busy', 'true');
  const verdicts = await judge(evidence, { verify, onProgress }).catch(describeFailure);
  if (mine !== round) return;
  progress.textContent = '';
  show(verdicts);
}

const describeFailure = (error: unknown): Verdict[] => [
  {
    tone: 'danger',
    title: 'Pemeriksaan tidak selesai',
    text: globalThis.isSecureContext
      ? `File tidak terbaca sampai habis, atau browser ini tidak sanggup menghitungnya (${String(error)}). Coba browser lain.`
      : 'Browser hanya mau menghitung pada alamat https atau pada halaman yang disimpan. Simpan halaman ini di HP atau komputer Anda, lalu buka dari sana.',
  },
];

const signs = { success: '✓', warning: '!', danger: '✗' } as const;

function show(verdicts: Verdict[]) {
  result.replaceChildren(...verdicts.map(draw));
  result.hidden = false;
  result.removeAttribute('aria-busy');
  result.dataset.verdict = verdicts[0]?.tone ?? '';
  result.focus();
}

function draw({ tone, title, text, facts = [], notes = [] }: Verdict): HTMLElement {
  const card = make('article', { className: 'card' });
  card.dataset.tone = tone;
  const sign = make('span', { className: 'sign', textContent: signs[tone] });
  sign.setAttribute('aria-hidden', 'true');
  const heading = make('h2', {});
  heading.append(sign, title);
  card.append(heading, make('p', { textContent: text }));
  if (facts.length > 0) {
    const list = make('dl', {});
    for (const [label, value] of facts)
      list.append(make('dt', { textContent: label }), make('dd', { textContent: value }));
    card.append(list);
  }
  if (notes.length > 0) {
    const pair = make('div', { className: 'notes' });
    for (const [label, note] of notes) {
      const side = make('section', {});
      side.append(make('h3', { textContent: label }), make('pre', { textContent: note }));
      pair.append(side);
    }
    card.append(pair);
  }
  return card;
}

const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  fields: Partial<Pick<HTMLElement, 'className' | 'textContent'>>,
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(name), fields);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

function checkLink() {
  if (!location.hash.startsWith('#k=')) return;
  text.value = location.href;
  void check();
}
addEventListener('hashchange', checkLink);
checkLink();

/** A page's first check takes a slow phone 100 to 200 ms longer: this one is made while nobody waits, and not shown. */
async function rehearse() {
  const verdicts = await judge(sampleReceipt, { verify });
  if (round > 0) return;
  result.hidden = false;
  result.replaceChildren(...verdicts.map(draw));
  result.getBoundingClientRect(); // lays it out; it goes before the next paint
  result.replaceChildren();
  result.hidden = true;
}
// What fails here fails again when somebody checks, and is said then.
setTimeout(() => void rehearse().catch(() => {}), 200);

interface BarcodeReader {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}
const { BarcodeDetector } = globalThis as {
  BarcodeDetector?: new (options: { formats: string[] }) => BarcodeReader;
};

/** Phones offer the camera for this field, too. */
function offerPhotos(reader: BarcodeReader) {
  const photo = element('photo');
  const input = photo.querySelector('input');
  photo.hidden = false;
  input?.addEventListener('change', () => {
    const [picture] = input.files ?? [];
    if (picture) void readPhoto(picture, reader);
    input.value = '';
  });
}

async function readPhoto(picture: File, reader: BarcodeReader) {
  const codes = await createImageBitmap(picture)
    .then((bitmap) => reader.detect(bitmap))
    .catch(() => []);
  const [code] = codes;
  if (!code) return show([noCode]);
  text.value = code.rawValue;
  await check();
}

const noCode: Verdict = {
  tone: 'warning',
  title: 'Tidak ada kode QR di foto itu',
  text: 'Ambil foto lebih dekat dan terang, dengan seluruh kode di dalamnya.',
};
if (BarcodeDetector) offerPhotos(new BarcodeDetector({ formats: ['qr_code'] }));
