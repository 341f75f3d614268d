import type { LocalDate } from '../../../../common/athens.js';
import type { Amount } from '../../../../common/money.js';
import type { AgentDetails, PrintedDocument, PrintedPeriod } from './documents.types.js';

/** A movement of an agent's account. */
export interface PrintedEntry {
  readonly date: LocalDate;
  /** Title: `Χρέωση`. */
  readonly movement: string;
  readonly reference: string;
  /** With its series. */
  readonly receiptNo: string | null;
  readonly client: string | null;
  readonly premium: { readonly gross: Amount; readonly net: Amount } | null;
  /** One of the two. */
  readonly debit: Amount | null;
  readonly credit: Amount | null;
  readonly balance: Amount;
}

/** An agent's account in a period. */
export interface StatementDocument extends PrintedDocument {
  readonly agent: AgentDetails;
  /** Both days are inside. */
  readonly period: PrintedPeriod;
  readonly creditLimit: Amount;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly debits: Amount;
  readonly credits: Amount;
  readonly entries: readonly PrintedEntry[];
}
