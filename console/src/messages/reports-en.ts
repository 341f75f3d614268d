import type { reportsEl } from './reports-el.js';

/** Texts of the page of reports, in English. */
export const reportsEn: Readonly<Record<keyof typeof reportsEl, string>> = {
  'report.about': 'Choose a report and a period. The last day is included.',
  'report.which': 'Report',
  'report.year': 'Year',
  'report.format': 'Format',
  'report.csv': 'CSV',
  'report.json': 'JSON Lines',
  'report.language': 'Language',
  'report.get': 'Download',
  'report.production': 'Production',
  'report.receipts': 'Receipts',
  'report.commissions': 'Commission bases',
  'report.renewals': 'Renewals',
  'report.referrals': 'Referrals',
  'report.tax': 'Premium tax',
  'report.levies': 'Levies by fund',
  'report.receiptsByClass': 'Receipts by class',
  'report.receivables': 'Receivables by age',
  'report.unearned': 'Unearned premium',
  'report.mydata': 'myDATA summary',
  'report.on': 'End of day',
  'report.enfia': 'Property tax (ENFIA)',
  'report.empty': 'The report has no rows for this period.',
};
