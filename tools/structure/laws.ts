import { checkDocuments } from './documents.ts';
import { checkFiles } from './files.ts';
import { checkImports } from './imports.ts';
import { type Problem, readSources } from './sources.ts';
import { checkStyles } from './styles.ts';
import { checkWire } from './wire.ts';

/** Rules that oxlint, knip and tsc do not check. */
export function brokenLaws(root: string): Problem[] {
  const sources = readSources(root);
  return [
    ...checkImports(root, sources),
    ...checkFiles(sources),
    ...checkWire(sources),
    ...checkDocuments(root),
    ...checkStyles(root),
  ];
}
