import { buildColumn } from '../../../common/table.js';
import {
  AMOUNTS,
  APPLICATION,
  BEGUN,
  BUNDLES,
  BUNDLES_SQL,
  IN_FORCE,
  POLICY,
  POLICY_SQL,
  TERM,
  TERM_SQL,
  type Report,
} from './report-parts.js';

export const RENEWALS: Report = {
  title: { el: 'Ανανεώσεις', en: 'Renewals' },
  period: 'days',
  columns: [...POLICY, ...TERM, buildColumn('status', 'text', 'Κατάσταση', 'Status', '50'), BUNDLES, ...AMOUNTS],
  sql: (where) => `
  SELECT ${POLICY_SQL}, ${TERM_SQL}, a.status, ${BUNDLES_SQL}, a.net, a.fee, a.tax, a.levy, a.gross
  FROM ${APPLICATION}
  WHERE a.status IN (${IN_FORCE}) AND a.end_date >= $1 AND a.end_date < $2 AND a.cancels_on IS NULL
    AND NOT EXISTS (SELECT FROM application n WHERE n.id = a.renewed_by AND n.status IN (${BEGUN}))${where}
  ORDER BY a.end_date, a.id`,
};
