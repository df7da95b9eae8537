import { type Endpoint, isEndpoint } from '../contract/endpoint.ts';
import type { Area } from './area.ts';
import { approvals } from './areas/approvals/index.ts';
import { arrears } from './areas/arrears/index.ts';
import { audit } from './areas/audit/index.ts';
import { auditors } from './areas/auditors/index.ts';
import { auth } from './areas/auth/index.ts';
import { backup } from './areas/backup/index.ts';
import { bills } from './areas/bills/index.ts';
import { book } from './areas/book/index.ts';
import { cashBook } from './areas/cash-book/index.ts';
import { categories } from './areas/categories/index.ts';
import { closings } from './areas/closings/index.ts';
import { complaints } from './areas/complaints/index.ts';
import { dashboard } from './areas/dashboard/index.ts';
import { documents } from './areas/documents/index.ts';
import { erasure } from './areas/erasure/index.ts';
import { expenses } from './areas/expenses/index.ts';
import { handovers } from './areas/handovers/index.ts';
import { income } from './areas/income/index.ts';
import { journal } from './areas/journal/index.ts';
import { log } from './areas/log/index.ts';
import { lpj } from './areas/lpj/index.ts';
import { notifications } from './areas/notifications/index.ts';
import { officers } from './areas/officers/index.ts';
import { payments } from './areas/payments/index.ts';
import { places } from './areas/places/index.ts';
import { posts } from './areas/posts/index.ts';
import { profile } from './areas/profile/index.ts';
import { push } from './areas/push/index.ts';
import { rates } from './areas/rates/index.ts';
import { receipts } from './areas/receipts/index.ts';
import { reminders } from './areas/reminders/index.ts';
import { reports } from './areas/reports/index.ts';
import { residents } from './areas/residents/index.ts';
import { rounds } from './areas/rounds/index.ts';
import { settings } from './areas/settings/index.ts';
import { statements } from './areas/statements/index.ts';
import { waivers } from './areas/waivers/index.ts';

export const areas: readonly Area[] = [
  auth,
  payments,
  arrears,
  bills,
  reminders,
  rounds,
  handovers,
  expenses,
  cashBook,
  book,
  statements,
  income,
  categories,
  places,
  journal,
  approvals,
  closings,
  lpj,
  complaints,
  posts,
  documents,
  residents,
  officers,
  erasure,
  profile,
  notifications,
  push,
  settings,
  rates,
  waivers,
  dashboard,
  receipts,
  reports,
  audit,
  auditors,
  backup,
  log,
];

export const endpointsOf = (area: Area): Endpoint[] => Object.values(area.contract).filter(isEndpoint);

export const endpoints: readonly Endpoint[] = areas.flatMap(endpointsOf);

export const uniqueRules = areas.flatMap((area) => area.uniqueRules ?? []);
