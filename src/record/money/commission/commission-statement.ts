import type { LocalDate } from '../../../common/athens.js';
import { buildCheck } from '../../../common/validation/checks.js';
import { toNumber, type Amount } from '../../../common/money.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { ReceiptKind } from '../../core/applications/receipt.js';

export const WITHHOLDINGS = ['INDIVIDUAL', 'COMPANY'] as const;
export type Withholding = (typeof WITHHOLDINGS)[number];

const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

export const MONTH_CHECK = buildCheck(
  'month',
  { el: 'Μήνας της μορφής 2026-11.', en: 'A month such as 2026-11.' },
  (value) => typeof value === 'string' && MONTH.test(value),
  { pattern: MONTH.source },
);

/** PAYOUT: a refund for the next batch; OFFSET: a credit on the agent's account. */
export const SETTLEMENTS = ['PAYOUT', 'OFFSET'] as const;
export type CommissionSettlement = (typeof SETTLEMENTS)[number];

export const STATEMENT_STATUSES = ['DRAFT', 'APPROVED'] as const;
export type CommissionStatementStatus = (typeof STATEMENT_STATUSES)[number];

export interface StatementAgent {
  readonly name: string;
  readonly legalName: string | null;
  readonly afm: string | null;
  readonly licenceNo: string | null;
  readonly withholding: Withholding;
}

/** Figures below zero reduce what is due. */
export interface CommissionStatement {
  readonly id: number;
  readonly agentCode: string;
  readonly agentName: string;
  readonly month: LocalDate;
  readonly status: CommissionStatementStatus;
  readonly number: string | null;
  readonly earned: Amount;
  /** Zero or below. */
  readonly takenBack: Amount;
  /** Carried from earlier statements, zero or below. */
  readonly carried: Amount;
  /** Commission on the agent's account. */
  readonly netted: Amount;
  /** Commission that is not on the agent's account. */
  readonly payable: Amount;
  readonly withholdingPercent: string;
  readonly tax: Amount;
  readonly due: Amount;
  /** Carried to the next statement, zero or below. */
  readonly carriedForward: Amount;
  readonly agent: StatementAgent;
  readonly settlement: CommissionSettlement | null;
  readonly refundId: number | null;
  readonly preparedAt: Date;
  readonly preparedBy: string;
  readonly approvedAt: Date | null;
  readonly approvedBy: string | null;
}

export interface StatementProduction {
  readonly kind: ReceiptKind;
  readonly receipts: number;
  readonly gross: Amount;
  readonly net: Amount;
  readonly commission: Amount;
}

export interface StatementRate {
  readonly line: LineCode;
  readonly percent: string;
  readonly net: Amount;
  readonly commission: Amount;
}

export interface CommissionEntry {
  readonly id: number;
  readonly at: Date;
  readonly line: LineCode;
  readonly policyNo: string;
  readonly applicationId: number;
  readonly clientName: string | null;
  readonly receiptNo: number;
  readonly receipt: string;
  readonly kind: ReceiptKind;
  readonly isReversal: boolean;
  readonly net: Amount;
  readonly gross: Amount;
  readonly commission: Amount;
  readonly isNetted: boolean;
}

export interface CommissionStatementWithFigures extends CommissionStatement {
  readonly production: readonly StatementProduction[];
  readonly rates: readonly StatementRate[];
}

export interface CommissionStatementFilter {
  readonly agents?: readonly string[] | undefined;
  readonly month?: LocalDate | undefined;
  readonly status?: CommissionStatementStatus | undefined;
}

export interface PreparedStatements {
  readonly month: LocalDate;
  readonly prepared: number;
  readonly drafts: number;
  readonly approved: number;
}

export interface StatementFigures {
  readonly production: (Omit<StatementProduction, 'gross' | 'net' | 'commission'> & Record<'gross' | 'net' | 'commission', number>)[];
  readonly rates: (Pick<StatementRate, 'line'> & Record<'percent' | 'net' | 'commission', number>)[];
}

export function toCommissionFigures({ production, rates }: CommissionStatementWithFigures): StatementFigures {
  return {
    production: production.map(({ kind, receipts, gross, net, commission }) => {
      return { kind, receipts, gross: toNumber(gross), net: toNumber(net), commission: toNumber(commission) };
    }),
    rates: rates.map(({ line, percent, net, commission }) => {
      return { line, percent: Number(percent), net: toNumber(net), commission: toNumber(commission) };
    }),
  };
}
