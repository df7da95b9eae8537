import { buildClient } from './build-client.ts';
import { checkBudget } from './check-budget.ts';

await buildClient();
const problems = checkBudget('dist/client');
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
