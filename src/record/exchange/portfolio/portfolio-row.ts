import { createHash } from 'node:crypto';
import { JSON_LINES, toSnakeCase, type TableRow } from '../../../common/table.js';
import { POLICY_COLUMNS } from './portfolio-columns.js';

export interface StoredPolicy extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly questionnaire: Readonly<Record<string, unknown>>;
}

export interface PortfolioRow extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly sha256: string;
}

const INTERNAL: ReadonlySet<string> = new Set(['client', 'insured', 'registryBonusMalus', 'frozen', 'agentTitles']);

const formatLine = JSON_LINES.lines(POLICY_COLUMNS, toSnakeCase, { language: 'en', isGreek: false });

/** The digest is that of the JSON line without the digest and the line feed (reports.41). */
export function toPortfolioRow({ questionnaire, ...fields }: StoredPolicy): PortfolioRow {
  const { client, insured = client } = questionnaire;
  const contract = Object.fromEntries(Object.entries(questionnaire).filter(([name]) => !INTERNAL.has(name)));
  const row = { ...fields, persons: JSON.stringify({ client, insured }), contract: JSON.stringify(contract) };
  return { ...row, sha256: createHash('sha256').update(formatLine(row).trimEnd()).digest('hex') };
}
