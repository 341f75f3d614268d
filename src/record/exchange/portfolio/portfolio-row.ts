import { createHash } from 'node:crypto';
import { toNumber } from '../../../common/money.js';
import { JSON_LINES, toSnakeCase, type TableRow } from '../../../common/table.js';
import type { Instalment, Price } from '../../../pricing/price.js';
import { POLICY_COLUMNS } from './portfolio-columns.js';

/** A policy of the database. */
export interface StoredPolicy extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly questionnaire: Readonly<Record<string, unknown>>;
  readonly price: Price;
}

export interface PortfolioRow extends TableRow {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly sha256: string;
}

/** Fields of a questionnaire that only the insurer uses. */
const INTERNAL: ReadonlySet<string> = new Set(['client', 'insured', 'registryBonusMalus', 'frozen', 'agentTitles']);

const formatLine = JSON_LINES.lines(POLICY_COLUMNS, toSnakeCase, { language: 'en', isGreek: false });

/** Adds the digest: that of the JSON line without the digest and the line feed (reports.41). */
export function toPortfolioRow({ questionnaire, price, ...fields }: StoredPolicy): PortfolioRow {
  const { client, insured = client } = questionnaire;
  const contract = Object.fromEntries(Object.entries(questionnaire).filter(([name]) => !INTERNAL.has(name)));
  const { covers, instalments } = toPlan(price);
  const row = { ...fields, persons: { client, insured }, contract, covers, instalments };
  return { ...row, sha256: createHash('sha256').update(formatLine(row).trimEnd()).digest('hex') };
}

function toPlan({ lines, instalments }: Price): { readonly covers: readonly object[]; readonly instalments: readonly object[] } {
  const covers = lines.map(({ object, group, cover, title, sumInsured, net }) => ({
    object,
    group,
    cover,
    title,
    sum_insured: sumInsured === null ? null : toNumber(sumInsured),
    net: toNumber(net),
  }));
  return { covers, instalments: instalments.map(toInstalment) };
}

function toInstalment({ no, from, to, ...amounts }: Instalment): object {
  const { net, fee, tax, levy, gross } = amounts;
  return { no, from, to, net: toNumber(net), fee: toNumber(fee), tax: toNumber(tax), levy: toNumber(levy), gross: toNumber(gross) };
}
