import { createHash } from 'node:crypto';
import { toNumber, toNumberOrNull, toNumbers } from '../../../common/money.js';
import { JSON_LINES, toSnakeCase, type TableRow } from '../../../common/table.js';
import type { Instalment, Price, PriceLine } from '../../../pricing/price.js';
import { POLICY_COLUMNS } from './portfolio-columns.js';

export interface StoredPolicy extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly questionnaire: Readonly<Record<string, unknown>>;
  readonly price: Pick<Price, 'lines' | 'instalments'> | null;
}

export interface PortfolioRow extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly sha256: string;
}

const INTERNAL: ReadonlySet<string> = new Set(['client', 'insured', 'registryBonusMalus', 'frozen', 'agentTitles']);

const formatLine = JSON_LINES.lines(POLICY_COLUMNS, toSnakeCase, { language: 'en', isGreek: false });

/** The digest is that of the JSON line without the digest and the line feed (reports.41). */
export function toPortfolioRow({ questionnaire, price, ...fields }: StoredPolicy): PortfolioRow {
  const { client, insured = client } = questionnaire;
  const contract = Object.fromEntries(Object.entries(questionnaire).filter(([name]) => !INTERNAL.has(name)));
  const row = {
    ...fields,
    persons: JSON.stringify({ client, insured }),
    contract: JSON.stringify(contract),
    covers: JSON.stringify(price?.lines.map(toCover) ?? []),
    instalments: JSON.stringify(price?.instalments.map(toInstalment) ?? []),
  };
  return { ...row, sha256: createHash('sha256').update(formatLine(row).trimEnd()).digest('hex') };
}

function toCover({ object, group, cover, title, sumInsured, net }: PriceLine): object {
  return { object, group, cover, title, sum_insured: toNumberOrNull(sumInsured), net: toNumber(net) };
}

function toInstalment({ no, from, to, net, fee, tax, levy, gross }: Instalment): object {
  return { no, from, to, ...toNumbers({ net, fee, tax, levy, gross }) };
}
