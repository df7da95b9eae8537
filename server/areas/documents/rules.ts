/** The name a document is saved under: as it was uploaded, without folders, with the ending its content has. */

const longest = 150;
/** Control characters, and those that turn the direction: `fdp.exe` must not look like `exe.pdf`. */
const deceiving = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** @param stored the unguessable stored name, whose ending was chosen by content */
export function downloadName(filename: string, stored: string): string {
  const ending = stored.slice(stored.lastIndexOf('.'));
  const typed = filename.replaceAll('%22', '"'); // as browsers write it in a form
  const bare = (typed.split(/[\\/]/).at(-1) ?? '').replace(deceiving, '').trim();
  const name = bare.toLowerCase().endsWith(ending) ? bare.slice(0, -ending.length) : bare;
  return `${[...name].slice(0, longest).join('').trim() || 'dokumen'}${ending}`;
}
