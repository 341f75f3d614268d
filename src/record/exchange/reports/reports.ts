import { COMMISSIONS } from './commissions.report.js';
import { ENFIA } from './enfia.report.js';
import { PRODUCTION } from './production.report.js';
import { RECEIPTS } from './receipts.report.js';
import { REFERRALS } from './referrals.report.js';
import { RENEWALS } from './renewals.report.js';
import type { Report } from './report-parts.js';

/** Every report, by the last segment of its path. */
export const REPORTS = {
  production: PRODUCTION,
  receipts: RECEIPTS,
  commissions: COMMISSIONS,
  renewals: RENEWALS,
  referrals: REFERRALS,
  enfia: ENFIA,
} as const satisfies Record<string, Report>;

export type ReportName = keyof typeof REPORTS;
