// Every endpoint has an action; wire field names and SQL appear only in the files meant for them.
import { Visitor } from 'vite';
import type { Problem, Source } from './sources.ts';

const snakeCase = /^[a-z]+(_[a-z0-9]+)+$/;
/** Files that may contain column and field names; the last two patterns are forms. */
const homeOfWireNames =
  /^contract\/|[/-](queries|exports|index)\.ts$|^server\/(database|demo|testing)\/|^(e2e|bench)\/|(Form|Dialog)\.tsx$|-form\.ts$/;
/** Their snake_case words are codes, roles and actions, not fields. */
const contractWithoutFields = /^contract\/(endpoint|events|messages|people|policy)\.ts$/;
const sqlMethods = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);

export function checkWire(sources: Source[]): Problem[] {
  const wireNames = new Set(sources.flatMap(wireNamesOf));
  return sources.flatMap((source) => {
    const problems: Problem[] = [];
    const report = (offset: number, message: string) =>
      problems.push({ path: source.path, line: source.lineAt(offset), message });
    if (source.path.startsWith('contract/')) checkAllow(source, report);
    if (source.isTest || homeOfWireNames.test(source.path)) return problems;
    checkWords(source, wireNames, report);
    if (source.path.startsWith('server/areas/')) checkSql(source, report);
    return problems;
  });
}

type Report = (offset: number, message: string) => void;

function checkAllow({ program }: Source, report: Report): void {
  new Visitor({
    CallExpression({ callee, arguments: [, , definition], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      const keys = definition?.type === 'ObjectExpression' ? definition.properties : [];
      const allowed = keys.some(
        (key) => key.type === 'Property' && key.key.type === 'Identifier' && key.key.name === 'allow',
      );
      if (!allowed)
        report(start, "endpoint without `allow`; name its action, 'signed-in' or 'public' in the literal");
    },
  }).visit(program);
}

function wireNamesOf({ path, program, isTest }: Source): string[] {
  const names: string[] = [];
  if (isTest || !path.startsWith('contract/') || contractWithoutFields.test(path)) return names;
  new Visitor({
    Property: ({ key }) => void (key.type === 'Identifier' && names.push(key.name)),
    Literal: ({ value }) => void (typeof value === 'string' && names.push(value)),
  }).visit(program);
  return names.filter((name) => snakeCase.test(name));
}

function checkWords({ path, program }: Source, wireNames: Set<string>, report: Report): void {
  if (!path.startsWith('server/areas/')) return;
  const derivations = new Set<number>();
  new Visitor({
    TSLiteralType: ({ literal }) => void derivations.add(literal.start),
    Literal({ value, start }) {
      if (typeof value !== 'string' || !wireNames.has(value) || derivations.has(start)) return;
      report(
        start,
        `'${value}' is a word of the wire; spell it in contract/ or queries.ts and call that (law 5)`,
      );
    },
  }).visit(program);
}

function checkSql({ program }: Source, report: Report): void {
  new Visitor({
    MemberExpression({ property }) {
      if (property.type !== 'Identifier' || !sqlMethods.has(property.name)) return;
      report(property.start, `${property.name}() outside queries.ts; an area's SQL lives there (law 6)`);
    },
  }).visit(program);
}
