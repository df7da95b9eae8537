import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ParseResult, parseSync, Visitor } from 'vite';

export interface Source {
  /** Relative to the root, with forward slashes. */
  path: string;
  program: ParseResult['program'];
  /** Includes types, re-exports and dynamic imports; `target` is relative to the root, or a package. */
  imports: { target: string; isPackage: boolean; line: number }[];
  isTest: boolean;
  lineAt(offset: number): number;
}

export interface Problem {
  path: string;
  line?: number;
  message: string;
}

const everySource = [
  '{contract,server,client,e2e,bench,scripts}/**/*.{ts,tsx,mjs}',
  'tools/{,check/,specification/,structure/,test/}*.{ts,mjs}',
];

export function readSources(root: string): Source[] {
  return globSync(everySource, { cwd: root })
    .toSorted()
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')));
}

function parse(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Source['imports'] = [];
  const note = (source: { value: unknown; start: number } | null) => {
    if (typeof source?.value !== 'string') return;
    const isPackage = !source.value.startsWith('.');
    const target = isPackage
      ? source.value
      : posix.join(posix.dirname(path), source.value.replace(/\?.*$/, ''));
    imports.push({ target, isPackage, line: lineAt(source.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => note(node.source),
    ExportNamedDeclaration: (node) => note(node.source),
    ExportAllDeclaration: (node) => note(node.source),
    ImportExpression: (node) => note(node.source.type === 'Literal' ? node.source : null),
    TSImportType: (node) => note(node.source),
  }).visit(program);
  return { path, program, imports, lineAt, isTest: /\.test\.tsx?$/.test(path) };
}
