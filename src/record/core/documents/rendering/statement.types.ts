import type { LocalDate } from '../../../../common/athens.js';
import type { Amount } from '../../../../common/money.js';
import type { AgentDetails, PrintedDocument, PrintedPeriod } from './documents.types.js';

/** A movement of an agent's account. */
export interface PrintedEntry {
  readonly date: LocalDate;
  /** Title of its kind: `Χρέωση`. */
  readonly movement: string;
  readonly reference: string;
  /** Number with its series. */
  readonly receiptNo: string | null;
  readonly client: string | null;
  readonly premium: { readonly gross: Amount; readonly net: Amount } | null;
  /** Null where there is a credit. */
  readonly debit: Amount | null;
  readonly credit: Amount | null;
  readonly balance: Amount;
}

export interface StatementDocument extends PrintedDocument {
  readonly agent: AgentDetails;
  /** Both days are included. */
  readonly period: PrintedPeriod;
  readonly creditLimit: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  readonly entries: readonly PrintedEntry[];
}
