/** The table of docs/specification-check.md: which test shows which statement of the product's specification. */

export interface Row {
  /** Line number in the file. */
  line: number;
  id: string;
  statement: string;
  file: string;
  /** Titles from the outermost describe to the test, joined by ' › '. */
  test: string;
}

export interface Problem {
  line: number;
  message: string;
}

const columns = ['id', 'statement', 'test file', 'test'];

/** Reads the rows of all sections. An id is the number of the section it stands in, a dot, and its own number. */
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

/** The rows of docs/security.md that name a test in their last cell: `server/x.test.ts › describe › test`. */
export function readClaims(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    const cells = text.startsWith('| V') ? cellsOf(text) : [];
    const [, file, test] = /^(\S+\.(?:test|spec)\.ts) › (.*)$/.exec(cells.at(-1) ?? '') ?? [];
    const [id = '', statement = ''] = cells;
    return file && test ? [{ line: index + 1, id, statement, file, test }] : [];
  });
}

/** A cell may hold a bar as `\|`, and a name between backquotes. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replace(/^`(.*)`$/, '$1'));
}
