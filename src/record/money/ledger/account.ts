import type { LineCode } from '../../reference/products/line-table.js';

/** Debits are positive and increase receivables and the bank; credits increase the others. */
export const AccountKind = {
  /** Debt of an agent; the only kind with a running balance. */
  AGENT: 'AGENT',
  /** Premium that customers owe, by line. Its items are the receipts that are written and not paid. */
  RECEIVABLE: 'RECEIVABLE',
  PREMIUM_INCOME: 'PREMIUM_INCOME',
  FEE_INCOME: 'FEE_INCOME',
  TAX_PAYABLE: 'TAX_PAYABLE',
  LEVY_PAYABLE: 'LEVY_PAYABLE',
  BANK: 'BANK',
  /** Debt to a customer, by application. */
  CUSTOMER_PAYABLE: 'CUSTOMER_PAYABLE',
  /** Credit that an agent will be paid. */
  AGENT_PAYABLE: 'AGENT_PAYABLE',
  /** Debt to senders of money without an application. */
  SENDER_PAYABLE: 'SENDER_PAYABLE',
  SUSPENSE: 'SUSPENSE',
  COMMISSION_EXPENSE: 'COMMISSION_EXPENSE',
  /** Commission that an agent is owed until its monthly statement. */
  COMMISSION_PAYABLE: 'COMMISSION_PAYABLE',
  WITHHOLDING_TAX: 'WITHHOLDING_TAX',
  /** Premium of days after the month's end, by line and tax class. */
  UNEARNED_PREMIUM: 'UNEARNED_PREMIUM',
  /** Part of the income that is unearned premium, by line and tax class. */
  UNEARNED_CHANGE: 'UNEARNED_CHANGE',
  /** Money of customers for later receipts. Its items are in suspense_item. */
  CUSTOMER_CREDIT: 'CUSTOMER_CREDIT',
  WRITE_OFF: 'WRITE_OFF',
  /** Charges, interest and other lines of the bank, by name. */
  BANK_ITEM: 'BANK_ITEM',
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

/** The first entry opens an account, except for an agent's account. */
export interface Account {
  readonly code: string;
  readonly kind: AccountKind;
}

export const BANK: Account = { code: 'bank', kind: AccountKind.BANK };
export const SUSPENSE: Account = { code: 'suspense', kind: AccountKind.SUSPENSE };
export const CUSTOMER_CREDIT: Account = { code: 'customer-credit', kind: AccountKind.CUSTOMER_CREDIT };
export const WRITE_OFF: Account = { code: 'write-offs', kind: AccountKind.WRITE_OFF };
export const SENDER_PAYABLE: Account = { code: 'sender-payable', kind: AccountKind.SENDER_PAYABLE };

export function buildAgentAccount(agentCode: string): Account {
  return { code: `agent:${agentCode}`, kind: AccountKind.AGENT };
}

export function buildAgentPayable(agentCode: string): Account {
  return { code: `agent-payable:${agentCode}`, kind: AccountKind.AGENT_PAYABLE };
}

export function buildReceivable(line: LineCode): Account {
  return { code: `receivable:${line}`, kind: AccountKind.RECEIVABLE };
}

export function buildPremiumAccount(line: LineCode, taxClass: string): Account {
  return { code: `premium-income:${line}:${taxClass}`, kind: AccountKind.PREMIUM_INCOME };
}

export function buildFeeAccount(line: LineCode): Account {
  return { code: `fee-income:${line}`, kind: AccountKind.FEE_INCOME };
}

export function buildUnearnedPremium(line: LineCode, taxClass: string): Account {
  return { code: `unearned-premium:${line}:${taxClass}`, kind: AccountKind.UNEARNED_PREMIUM };
}

export function buildUnearnedChange(line: LineCode, taxClass: string): Account {
  return { code: `unearned-change:${line}:${taxClass}`, kind: AccountKind.UNEARNED_CHANGE };
}

export function buildBankItemAccount(name: string): Account {
  return { code: `bank-item:${name}`, kind: AccountKind.BANK_ITEM };
}

export function buildTaxAccount(taxClass: string): Account {
  return { code: `tax-payable:${taxClass}`, kind: AccountKind.TAX_PAYABLE };
}

export function buildLevyAccount(levyCode: string): Account {
  return { code: `levy-payable:${levyCode}`, kind: AccountKind.LEVY_PAYABLE };
}

export function buildCustomerAccount(applicationId: number): Account {
  return { code: `customer-payable:${applicationId}`, kind: AccountKind.CUSTOMER_PAYABLE };
}
