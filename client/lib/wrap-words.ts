/** Lines of a text that fit; a word that does not fit has its own. */
export function wrapWords(text: string, fits: (line: string) => boolean): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (!fits(longer)) lines.push(line);
    line = fits(longer) ? longer : word;
  }
  return [...lines, line];
}
