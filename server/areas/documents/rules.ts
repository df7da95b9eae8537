import { hidden } from '../../../contract/names.ts';

const longest = 150;
/** A bidi override can make `exe.pdf` out of `fdp.exe`. */
const invisible = new RegExp(hidden, 'gu');

/**
 * File name for downloads: the uploaded name without folders, with the extension of the stored file.
 * @param stored name in storage; its extension was derived from the content
 */
export function downloadName(filename: string, stored: string): string {
  const ending = stored.slice(stored.lastIndexOf('.'));
  const typed = filename.replaceAll('%22', '"'); // browsers encode quotes like this in multipart/form-data
  const bare = (typed.split(/[\\/]/).at(-1) ?? '').replace(invisible, '').trim();
  const name = bare.toLowerCase().endsWith(ending) ? bare.slice(0, -ending.length) : bare;
  return `${[...name].slice(0, longest).join('').trim() || 'dokumen'}${ending}`;
}
