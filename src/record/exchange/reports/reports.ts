import { LEVIES, MYDATA, RECEIPTS_BY_CLASS, RECEIVABLES, TAX, UNEARNED } from './books.report.js';
import { COMMISSIONS } from './commissions.report.js';
import { ENFIA } from './enfia.report.js';
import { PRODUCTION } from './production.report.js';
import { RECEIPTS } from './receipts.report.js';
import { REFERRALS } from './referrals.report.js';
import { RENEWALS } from './renewals.report.js';
import type { Report } from './report-parts.js';

export const REPORTS = {
  production: PRODUCTION,
  receipts: RECEIPTS,
  commissions: COMMISSIONS,
  renewals: RENEWALS,
  referrals: REFERRALS,
  enfia: ENFIA,
  tax: TAX,
  levies: LEVIES,
  'receipts-by-class': RECEIPTS_BY_CLASS,
  receivables: RECEIVABLES,
  'unearned-premium': UNEARNED,
  mydata: MYDATA,
} as const satisfies Record<string, Report>;

export type ReportName = keyof typeof REPORTS;
