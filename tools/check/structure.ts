import { brokenLaws } from '../structure/laws.ts';

const problems = brokenLaws('.');
for (const { path, line, message } of problems) console.error(`${path}${line ? `:${line}` : ''} ${message}`);
process.exitCode = problems.length > 0 ? 1 : 0;
