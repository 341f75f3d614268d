import { REFUND_RULES, type RefundRule, type RefundScale, type ShortRate } from './tariff-model.js';
import type { TariffNode } from './tariff-node.js';

export function readRefundScale(node: TariffNode | undefined): RefundScale {
  if (!node) return { default: 'PRO_RATA', byReason: new Map(), shortRates: [] };
  const fallback = node.optional('default')?.oneOf(REFUND_RULES) ?? 'PRO_RATA';
  const byReason = node.optional('reasons')?.readMap((rule): RefundRule => rule.oneOf(REFUND_RULES)) ?? new Map<string, RefundRule>();
  const shortRates = readShortRates(node.optional('shortRates'));
  const isNeeded = [fallback, ...byReason.values()].includes('SHORT_RATE');
  if (isNeeded && shortRates.length === 0) node.fail('shortRates is required for SHORT_RATE');
  return { default: fallback, byReason, shortRates };
}

function readShortRates(node: TariffNode | undefined): ShortRate[] {
  const rows: ShortRate[] = [];
  for (const item of node?.items() ?? []) {
    const row = { days: item.at('days').integer(), earned: item.at('earned').decimal() };
    if (row.earned.gt(1)) item.at('earned').fail('must not be above 1');
    const previous = rows.at(-1);
    if (previous && row.days <= previous.days) item.at('days').fail('must be above the days of the row before it');
    if (previous && row.earned.lt(previous.earned)) item.at('earned').fail('must not be below the row before it');
    rows.push(row);
  }
  return rows;
}
