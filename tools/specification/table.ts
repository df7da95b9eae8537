/** Parses the tables of docs/specification-check.md and docs/security.md. */

export interface Row {
  line: number;
  id: string;
  statement: string;
  file: string;
  /** Titles from the outermost describe to the test, joined by ' › '. */
  test: string;
  /** What a machine must have to run the test: elsewhere it may be skipped. */
  where?: string | undefined;
}

export interface Problem {
  line: number;
  message: string;
}

const columns = ['id', 'statement', 'test file', 'test'];

/** Ids consist of the section number, a dot and a number. */
export function readTable(markdown: string): { rows: Row[]; problems: Problem[] } {
  const rows: Row[] = [];
  const problems: Problem[] = [];
  const lineOf = new Map<string, number>();
  let section = '';
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    section = /^## §(\d+) /.exec(text)?.[1] ?? section;
    if (!text.startsWith('|')) continue;
    const cells = cellsOf(text);
    if (cells.join() === columns.join() || cells.every((cell) => /^:?-+$/.test(cell))) continue;
    const [id = '', statement = '', file = '', test = ''] = cells;
    const first = lineOf.get(id);
    if (cells.length !== columns.length || cells.includes(''))
      problems.push({ line, message: `not a row of ${columns.length} filled cells: ${text}` });
    else if (!new RegExp(`^${section}\\.\\d+$`).test(id))
      problems.push({ line, message: `'${id}' is no id of section §${section || '?'}` });
    else if (first !== undefined) problems.push({ line, message: `${id} stands in line ${first} already` });
    else rows.push({ line, id, statement, file, test });
    lineOf.set(id, first ?? line);
  }
  return { rows, problems };
}

/** Rows of docs/security.md whose last cell is `file › describe › test`. */
export function readClaims(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    const cells = text.startsWith('| V') ? cellsOf(text) : [];
    const claim = /^(\S+\.(?:test|spec)\.ts) › (.*?)(?: \(where ([^()]+)\))?$/;
    const [, file, test, where] = claim.exec(cells.at(-1) ?? '') ?? [];
    const [id = '', statement = ''] = cells;
    return file && test ? [{ line: index + 1, id, statement, file, test, where }] : [];
  });
}

/** Unescapes `\|` and removes backquotes. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replace(/^`(.*)`$/, '$1'));
}
