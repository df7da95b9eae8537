// Import rules between folders. Cycles are checked by oxlint (import/no-cycle).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import type { Problem, Source } from './sources.ts';

const server = ['server/database/', 'server/http/', 'server/realtime/', 'server/storage/'];
const bank = 'server/bank/';
const ground = [
  'server/area.ts',
  'server/config.ts',
  'server/clock.ts',
  'server/context.ts',
  'server/failures.ts',
  'server/log.ts',
];
const migrations = 'server/database/migrations/';
/** The first matching row says what a file may import; `{area}` is the file's own area. */
const mayImport: [folder: string, targets: string[]][] = [
  ['contract/', ['contract/']],
  ['server/config.ts', ['server/demo/accounts.ts', 'contract/']],
  [migrations, []], // frozen: no later change of the program may change what they do
  ['server/database/', [...server, ...ground, 'contract/']],
  ['server/http/', [...server, ...ground, 'contract/']],
  ['server/realtime/', [...server, ...ground, 'contract/']],
  ['server/storage/', [...server, ...ground, 'contract/']],
  [bank, [bank, 'contract/']], // pure: bytes and texts of banks
  ['server/areas/', ['server/areas/{area}/', bank, ...server, ...ground, 'contract/']],
  ['server/demo/', ['server/demo/', 'server/areas/', ...server, ...ground, 'contract/']],
  ['server/operations/', ['server/', 'contract/', 'scripts/']],
  ['server/testing/', ['server/', 'contract/', 'tools/', 'scripts/']],
  ['server/main.ts', ['server/', 'contract/']],
  ['server/', ['server/areas/', 'server/demo/', ...server, 'server/*', 'contract/']],
  ['client/ui/', ['client/ui/', 'client/lib/', 'contract/format.ts']],
  ['client/lib/', ['client/lib/']],
  ['client/shared/', ['client/shared/', 'client/ui/', 'client/lib/', 'contract/']],
  ['client/areas/', ['client/areas/{area}/', 'client/shared/', 'client/ui/', 'client/lib/', 'contract/']],
  ['client/', ['client/', 'contract/']],
  [
    'e2e/',
    [
      'e2e/',
      'bench/',
      'contract/',
      'server/testing/',
      'scripts/',
      'tools/',
      'client/shell/',
      'client/shared/',
      'client/lib/',
    ],
  ],
  ['bench/', ['bench/', 'contract/', 'server/', 'scripts/', 'tools/', 'e2e/', 'client/shell/pages.ts']],
  ['scripts/', ['scripts/']],
  ['tools/', ['tools/', 'scripts/', 'contract/', 'server/', 'client/shell/pages.ts', 'client/shared/']],
];

/** Allowed imports between areas; `*` means all areas. */
const lent: { to: string; from: string; files: RegExp }[] = [
  { to: 'dashboard reports cash-book', from: '*', files: /^(queries|api)\.ts$/ },
  { to: 'dashboard reports residents', from: 'complaints payments', files: /^StatusBadge\.tsx$/ },
  { to: 'dashboard', from: 'payments', files: /^ArrearsCard\.tsx$/ },
  { to: 'auth residents officers profile accounts erasure', from: 'accounts auth', files: /./ },
  { to: 'auditors erasure rates settings', from: 'auth', files: /^confirm-password\.ts$/ },
  { to: '*', from: 'settings', files: /^(queries|api)\.ts$/ },
  {
    to: 'accounts auditors complaints payments posts profile rates settings',
    from: 'notifications',
    files: /^tell-.*\.ts$/,
  },
  {
    to: 'accounts arrears officers payments residents settings waivers',
    from: 'rates',
    files: /^queries\.ts$/,
  },
  { to: 'officers', from: 'residents', files: /^change-house\.ts$/ },
  { to: 'payments residents', from: 'rates', files: /^free-houses\.ts$/ },
  { to: 'lpj payments', from: 'waivers', files: /^queries\.ts$/ },
  { to: 'approvals', from: 'waivers', files: /^waive-months\.ts$/ }, // the kinds of proposals
  { to: 'officers payments residents', from: 'waivers', files: /^WaiveAction\.tsx$/ },
  { to: 'lpj reports settings statements waivers', from: 'closings', files: /^queries\.ts$/ },
  { to: 'cash-book', from: 'payments', files: /^barred-payers\.ts$/ },
  { to: 'waivers', from: 'payments', files: /^(barred-payers|owed-queries|queries)\.ts$/ },
  { to: 'lpj', from: 'arrears', files: /^queries\.ts$/ },
  { to: 'arrears', from: 'payments', files: /^(barred-payers|reviewer-queries)\.ts$/ },
  { to: 'arrears', from: 'accounts', files: /^debtor-queries\.ts$/ },
  { to: 'accounts', from: 'auditors', files: /^dismiss-auditor\.ts$/ }, // who is deactivated or deleted is no auditor
  { to: 'accounts', from: 'payments', files: /^queries\.ts$/ }, // deleting a resident rejects their waiting payments
  { to: 'expenses payments', from: 'book', files: /^(book-entry|request-reversal|queries)\.ts$/ },
  { to: 'book', from: 'expenses handovers payments', files: /^reverse-.*\.ts$/ }, // what stands behind an entry follows it
  { to: 'book expenses handovers payments', from: 'places', files: /^(queries|rules)\.ts$/ },
  { to: 'income places', from: 'book', files: /^(book-entry|rules)\.ts$/ },
  { to: 'cash-book', from: 'places', files: /^PlacesTab\.tsx$/ },
  { to: 'places', from: 'cash-book', files: /^OpeningBalanceDialog\.tsx$/ },
  { to: 'book expenses waivers', from: 'approvals', files: /^(rules|propose-change)\.ts$/ },
  { to: 'book rates residents settings statements', from: 'closings', files: /^refuse-closed-month\.ts$/ },
  { to: 'approvals', from: 'book', files: /^(open-balance|reverse-entry)\.ts$/ }, // the kinds of proposals
  { to: 'closings', from: 'approvals', files: /^(rules|queries|present-proposal|propose-change)\.ts$/ },
  { to: 'closings', from: 'book', files: /^(book-entry|queries)\.ts$/ },
  { to: 'closings lpj', from: 'cash-book', files: /^queries\.ts$/ },
  { to: 'accounts bills closings journal lpj', from: 'places', files: /^queries\.ts$/ }, // who holds cash is not deleted
  { to: 'closings', from: 'cash-book', files: /^api\.ts$/ },
  { to: 'dashboard', from: 'cash-book', files: /^BalanceChart\.tsx$/ },
  { to: 'reports', from: 'dashboard', files: /^(DuesChart|Latest)\.tsx$/ },
  { to: 'cash-book', from: 'closings log lpj', files: /^(ClosingsTab|LogTab|LpjTab)\.tsx$/ },
  { to: 'arrears dashboard lpj reminders reports', from: 'payments', files: /^(owed|charged)-queries\.ts$/ },
  {
    to: 'bills',
    from: 'payments',
    files: /^(is-live|owed-queries|paid-months|queries|refuse-uncharged)\.ts$/,
  },
  { to: 'payments statements', from: 'bills', files: /^queries\.ts$/ },
  { to: 'reminders', from: 'bills', files: /^make-bill\.ts$/ },
  { to: 'dashboard profile', from: 'push', files: /^Push(Card|Offer)\.tsx$/ },
  { to: 'dashboard', from: 'rounds', files: /^UnrecordedCash\.tsx$/ },
  { to: 'arrears', from: 'reminders', files: /^queries\.ts$/ },
  {
    to: 'rounds',
    from: 'payments',
    files: /^(barred-payers|owed-queries|queries|record-payment|reviewer-queries)\.ts$/,
  },
  { to: 'rounds', from: 'places', files: /^(queries|save-place)\.ts$/ },
  { to: 'rounds', from: 'handovers', files: /^((queries|present-handover)\.ts|HandOverAction\.tsx)$/ },
  { to: 'payments rounds', from: 'receipts', files: /^ReceiptAction\.tsx$/ },
  { to: 'handovers', from: 'book', files: /^book-entry\.ts$/ },
  { to: 'handovers', from: 'approvals', files: /^(queries|find-obstacle)\.ts$/ },
  { to: 'reports', from: 'lpj', files: /^write-report\.ts$/ },
  { to: 'lpj', from: 'closings', files: /^rules\.ts$/ }, // which of its months can still change
  { to: 'approvals', from: 'closings', files: /^(close-month|amend-closing)\.ts$/ }, // the kinds of proposals
  { to: 'book', from: 'income', files: /^reverse-income\.ts$/ },
  { to: 'expenses income', from: 'categories', files: /^refuse-unknown-category\.ts$/ },
  { to: 'approvals', from: 'expenses', files: /^spend-money\.ts$/ },
  { to: 'expenses places', from: 'approvals', files: /^ReverseAction\.tsx$/ },
  { to: 'cash-book statements', from: 'income', files: /^IncomeDialog\.tsx$/ },
  { to: 'closings lpj reports', from: 'log', files: /^find-head\.ts$/ },
  { to: 'cash-book', from: 'settings', files: /^MoneyLogTab\.tsx$/ },
  { to: 'settings', from: 'auditors', files: /^AuditorsCard\.tsx$/ },
  { to: 'settings', from: 'officers', files: /^api\.ts$/ },
  { to: 'settings', from: 'erasure', files: /^FormerAccounts\.tsx$/ },
  { to: 'dashboard', from: 'approvals', files: /^count-waiting\.ts$/ },
  { to: 'payments', from: 'approvals', files: /^queries\.ts$/ }, // two accounts that are one person
  { to: 'cash-book', from: 'approvals', files: /^(Approvals|ReverseAction)\.tsx$/ },
  { to: 'receipts', from: 'payments', files: /^owed-queries\.ts$/ },
  {
    to: 'statements',
    from: 'payments',
    files:
      /^(is-live|queries|reference-queries|reviewer-queries|owed-queries|barred-payers|book-dues|changes|paid-months|refuse-uncharged|review-payment|upload-payment)\.ts$/,
  },
  { to: 'closings statements', from: 'places', files: /^rules\.ts$/ },
  { to: 'cash-book journal statements', from: 'book', files: /^queries\.ts$/ },
  { to: 'statements', from: 'expenses', files: /^(AddExpenseDialog\.tsx|add-expense\.ts)$/ },
  { to: 'expenses income', from: 'statements', files: /^mark-line\.ts$/ },
  // What is reversed frees its line.
  { to: 'expenses income payments', from: 'statements', files: /^release-line\.ts$/ },
  { to: 'closings', from: 'statements', files: /^import-queries\.ts$/ }, // raw files go with their month
  { to: 'closings', from: 'statements', files: /^month-queries\.ts$/ }, // why a statement differs from the book
  { to: 'cash-book', from: 'statements', files: /^StatementsTab\.tsx$/ },
];

export function checkImports(root: string, sources: Source[]): Problem[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return sources.flatMap((source) =>
    source.imports.flatMap(({ target, isPackage, line }) => {
      const message = isPackage ? refusePackage(source, target, dependencies) : refuseFile(source, target);
      return message ? [{ path: source.path, line, message }] : [];
    }),
  );
}

function refusePackage(source: Source, target: string, dependencies: object): string | undefined {
  const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/');
  if (source.path.startsWith(migrations)) return `imports '${target}'; migrations import nothing`;
  if (source.isTest) return undefined;
  if (source.path.startsWith('contract/') && name !== 'zod') {
    return `imports '${target}'; contract/ imports zod and contract/ only, because both sides read it`;
  }
  const isRuntime = source.path.startsWith('server/') && !source.path.startsWith('server/testing/');
  if (isRuntime && !target.startsWith('node:') && !(name in dependencies)) {
    return `imports '${target}', which is not among package.json's "dependencies"; the server runs without devDependencies`;
  }
  if (source.path.startsWith('client/') && target.startsWith('node:')) {
    return `imports '${target}', which no browser has`;
  }
  return undefined;
}

function refuseFile(source: Source, target: string): string | undefined {
  if (target.startsWith(migrations) && source.path !== 'server/database/migrate.ts')
    return `imports ${target}; migrations are run by server/database/migrate.ts alone`;
  const area = areaOf(source.path);
  const targets = mayImport.find(([folder]) => source.path.startsWith(folder))?.[1] ?? [];
  const fits = (allowed: string) => {
    const place = allowed.replace('{area}', area ?? '');
    if (place.endsWith('*')) return dirname(target) === dirname(place);
    return place.endsWith('/') ? target.startsWith(place) : target === place;
  };
  if (targets.some(fits)) return undefined;
  if (source.isTest && source.path.startsWith('server/') && target.startsWith('server/')) return undefined;

  const lender = areaOf(target);
  if (area && lender && source.path.split('/')[0] === target.split('/')[0]) {
    const names = (list: string, name: string) => list === '*' || list.split(' ').includes(name);
    const isLent = lent.some(
      ({ to, from, files }) => names(to, area) && names(from, lender) && files.test(basename(target)),
    );
    if (isLent) return undefined;
    return (
      `imports ${target} of another area; move what both need to contract/, database/, http/, shared/, ui/ or lib/, ` +
      'or add a line to the written list in tools/structure/imports.ts'
    );
  }
  return `imports ${target}; from here only ${targets.join(', ') || 'nothing'} may be imported (law 1)`;
}

function areaOf(path: string): string | undefined {
  return /^(?:server|client)\/areas\/([^/]+)\//.exec(path)?.[1];
}
