import { ENVIRONMENT } from '../../base.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { daysUntil, useFormat } from '../format.js';
import type { Contract } from './contract.js';

/** A policy may be renewed this many days before it ends (applications.18). */
const RENEWAL_OPENS_DAYS = 60;

/** Returns in words what a charge would take now; null where nothing is due (console.53). */
export function useChargeDue(contract: Contract, actions: readonly string[]): string | null {
  const t = useText();
  const { money, day } = useFormat();
  const { id, agentCode: agent, price, startDate, endDate, relations } = contract;
  const isPolicy = actions.includes('pay_instalment') || actions.includes('renew');
  const receipts = useGet('/common-api/policy/applications/{id}/receipts', { path: { id }, enabled: isPolicy }).data?.body;
  const pending = receipts?.find(({ status }) => status === 'PENDING');
  // Only the server knows the time of the sandbox: it has a payment code exactly when something is due.
  const code = useGet('/collection-api/applications/{id}/payment_code', { path: { id }, enabled: isPolicy && pending !== undefined });
  const describe = (title: MessageId, amount: number, from: string, to: string): string =>
    t(title, { amount: money(amount), agent, from: day(from), to: day(to) });
  if (actions.includes('issue')) {
    const [first] = price?.instalments ?? [];
    if (first !== undefined) return describe('contract-action.charge.issue', first.gross, first.from, first.to);
    return price === null ? null : describe('contract-action.charge.issue', price.gross, startDate, endDate);
  }
  if (!isPolicy || receipts === undefined) return null;
  if (pending !== undefined)
    return code.isSuccess
      ? describe('contract-action.charge.instalment', code.data.body.amount, pending.period_from, pending.period_to)
      : null;
  const isOpen = ENVIRONMENT === 'sandbox' || daysUntil(endDate) <= RENEWAL_OPENS_DAYS;
  if (!actions.includes('renew') || relations.has('renewal') || !isOpen) return null;
  return t('contract-action.charge.renewal', { agent, from: day(endDate), amount: money(price?.gross) });
}
