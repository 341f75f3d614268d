/** Kinds of account. Debits are positive: receivables and the bank grow by them, income and payables by credits. */
export const AccountKind = {
  /** What an agent owes; the only kind with a running balance. */
  AGENT: 'AGENT',
  PREMIUM_INCOME: 'PREMIUM_INCOME',
  FEE_INCOME: 'FEE_INCOME',
  TAX_PAYABLE: 'TAX_PAYABLE',
  LEVY_PAYABLE: 'LEVY_PAYABLE',
  BANK: 'BANK',
  /** What the insurer owes a customer, by application. */
  CUSTOMER_PAYABLE: 'CUSTOMER_PAYABLE',
  /** What is to be paid out to an agent of its credit, by agent. */
  AGENT_PAYABLE: 'AGENT_PAYABLE',
  /** Refunds of money that was sent for no application. */
  SENDER_PAYABLE: 'SENDER_PAYABLE',
  /** What customers paid and is not allocated yet. */
  SUSPENSE: 'SUSPENSE',
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

/** An account by its code; accounts other than an agent's are opened by their first entry. */
export interface Account {
  readonly code: string;
  readonly kind: AccountKind;
}

export const PREMIUM_INCOME: Account = { code: 'premium-income', kind: AccountKind.PREMIUM_INCOME };
export const FEE_INCOME: Account = { code: 'fee-income', kind: AccountKind.FEE_INCOME };
export const BANK: Account = { code: 'bank', kind: AccountKind.BANK };
export const SUSPENSE: Account = { code: 'suspense', kind: AccountKind.SUSPENSE };
export const SENDER_PAYABLE: Account = { code: 'sender-payable', kind: AccountKind.SENDER_PAYABLE };

export function agentAccount(agentCode: string): Account {
  return { code: `agent:${agentCode}`, kind: AccountKind.AGENT };
}

/** Credit of an agent that is to be paid out: it cannot be charged any more. */
export function agentPayable(agentCode: string): Account {
  return { code: `agent-payable:${agentCode}`, kind: AccountKind.AGENT_PAYABLE };
}

export function taxAccount(taxClass: string): Account {
  return { code: `tax-payable:${taxClass}`, kind: AccountKind.TAX_PAYABLE };
}

export function levyAccount(levyCode: string): Account {
  return { code: `levy-payable:${levyCode}`, kind: AccountKind.LEVY_PAYABLE };
}

export function customerAccount(applicationId: number): Account {
  return { code: `customer-payable:${applicationId}`, kind: AccountKind.CUSTOMER_PAYABLE };
}
