import { yearOf, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { lineRow } from '../../reference/products/line-table.js';
import type { LineCode } from '../../reference/products/questionnaires.js';
import type { Receipt } from '../../core/applications/receipt.js';

/** What a number is of: receipts, refunds and the acts of cancellations each have series of their own. */
export type Numbered = 'receipt' | 'refund' | 'cancellation';

const SUFFIXES: Readonly<Record<Numbered, string>> = { receipt: '', refund: '-R', cancellation: '-C' };

/** Whose a number is. */
export interface Series {
  readonly environment: Environment;
  readonly line: LineCode;
  readonly numbered: Numbered;
  /** The day of its issue. */
  readonly date: LocalDate;
}

/**
 * The series that a number stands in (money.18): two digits of the year, the letter of the line, and what it is of; the sandbox begins with S. It follows
 * from what never changes, so it needs no counter: numbers ascend in the whole environment, and none comes twice in any series of it.
 */
export function seriesOf({ environment, line, numbered, date }: Series): string {
  const year = String(yearOf(date) % 100).padStart(2, '0');
  return `${environment === 'sandbox' ? 'S' : ''}${year}${lineRow(line).letter}${SUFFIXES[numbered]}`;
}

export function seriesOfReceipt(
  of: Pick<Series, 'environment' | 'line'>,
  { kind, issueDate }: Pick<Receipt, 'kind' | 'issueDate'>,
): string {
  return seriesOf({ environment: of.environment, line: of.line, numbered: kind === 'REFUND' ? 'refund' : 'receipt', date: issueDate });
}
