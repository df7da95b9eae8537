import { basename } from 'node:path/posix';
import { Visitor } from 'vite';
import type { Problem, Source } from './sources.ts';

const nameless = /^(utils?|helpers?|misc|common|shared)\.(tsx?|mjs)$/;
const inServerArea = /^server\/areas\/([^/]+)\/(.+)$/;
const areaVocabulary =
  /^((index|routes|queries|rules|exports|changes|[a-z]+(-[a-z]+)+)\.ts|[a-z]+(-[a-z]+)*\.test\.ts)$/;
const longestHandler = 40;

export function checkFiles(sources: Source[]): Problem[] {
  return sources.flatMap((source) => {
    const { path, program } = source;
    const problems = path.endsWith('/routes.ts') ? longHandlers(source) : [];
    const messages: string[] = [];
    if (nameless.test(basename(path)))
      messages.push('says nothing by its name; name the file after what it does');
    const inArea = inServerArea.exec(path)?.[2];
    if (inArea && !areaVocabulary.test(inArea)) {
      messages.push(
        'is no file of a server area; these are index.ts, routes.ts, queries.ts, rules.ts, exports.ts, ' +
          'changes.ts, <verb>-<noun>.ts for a use case with two callers, and <area>.test.ts',
      );
    }
    const isBarrel = program.body.length > 0 && program.body.every(isReExport);
    if (isBarrel) messages.push('only re-exports; import from the files themselves');
    return [...problems, ...messages.map((message) => ({ path, message }))];
  });
}

function isReExport(statement: Source['program']['body'][number]): boolean {
  if (statement.type === 'ExportAllDeclaration') return true;
  return statement.type === 'ExportNamedDeclaration' && statement.source !== null;
}

/** Lines of nested functions are not counted. */
function longHandlers({ path, program, lineAt }: Source): Problem[] {
  const problems: Problem[] = [];
  const innerLines = [0];
  const enter = () => void innerLines.push(0);
  const leave = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(start);
    const lines = lineAt(end) - line + 1;
    const own = lines - (innerLines.pop() ?? 0);
    innerLines.push((innerLines.pop() ?? 0) + lines);
    if (own <= longestHandler) return;
    const message = `function of ${own} lines, allowed are ${longestHandler}; give the use case a file of its own`;
    problems.push({ path, line, message });
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
  }).visit(program);
  return problems;
}
