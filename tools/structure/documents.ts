// Checks documents against the code: npm scripts and files that they name exist, every dependency has a
// reason, and the README lists every environment variable.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './sources.ts';

const documents = ['README.md', 'ARCHITECTURE.md', 'docs/**/*.md'];
const npmScript = /\bnpm (?:run ([\w:-]+)|(start|test)\b)/g;
const variable = /^ *([A-Z][A-Z0-9_]+):/gm;
const inBackticks = /`([^`\n]+)`/g;
const ownPath =
  /^(?:(?:contract|server|client|e2e|bench|scripts|docs|tools|\.ci)\/[\w./-]*|[\w-]+\.(?:md|json|ts))$/;

export function checkDocuments(root: string): Problem[] {
  const { scripts = {}, dependencies = {}, devDependencies = {} } = JSON.parse(read(root, 'package.json'));
  const paths = globSync(documents, { cwd: root }).toSorted();
  const problems: Problem[] = [];
  let decisions = '';

  for (const path of paths) {
    const text = read(root, path);
    if (path.startsWith('docs/decisions/')) decisions += text;
    const report = (index: number, message: string) =>
      problems.push({ path, line: text.slice(0, index).split('\n').length, message });
    for (const { 1: named, 2: short, index } of text.matchAll(npmScript)) {
      const name = named ?? short ?? '';
      if (!(name in scripts))
        report(index, `names the npm script '${name}', which package.json does not have`);
    }
    for (const { 1: word = '', index } of text.matchAll(inBackticks)) {
      if (ownPath.test(word) && !existsSync(join(root, word)) && !namesMany(root, word))
        report(index, `names ${word}, which does not exist`);
    }
  }

  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (decisions.includes(`\`${name}\``)) continue;
    problems.push({
      path: 'package.json',
      message: `'${name}' has no reason; add it to the table in docs/decisions/`,
    });
  }
  for (const { 1: name } of read(root, 'server/config.ts').matchAll(variable)) {
    if (read(root, 'README.md').includes(`\`${name}\``)) continue;
    problems.push({ path: 'README.md', message: `does not tell of the environment variable ${name}` });
  }
  return problems;
}

/** A bare file name like `routes.ts` stands for any file of that name. */
function namesMany(root: string, word: string): boolean {
  return !word.includes('/') && globSync(`{contract,server,client}/**/${word}`, { cwd: root }).length > 0;
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
