import { getYear, type LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import type { Receipt } from './receipt.js';

type Numbered = 'receipt' | 'refund' | 'cancellation';

const SUFFIXES: Readonly<Record<Numbered, string>> = { receipt: '', refund: '-R', cancellation: '-C' };

export interface Series {
  readonly environment: Environment;
  readonly line: LineCode;
  readonly numbered: Numbered;
  readonly date: LocalDate;
}

/** Consists of S in the sandbox, year, letter of the line and suffix of the kind (money.18). */
export function buildSeries({ environment, line, numbered, date }: Series): string {
  const year = String(getYear(date) % 100).padStart(2, '0');
  return `${environment === 'sandbox' ? 'S' : ''}${year}${getLineRow(line).letter}${SUFFIXES[numbered]}`;
}

export function buildReceiptSeries(
  of: Pick<Series, 'environment' | 'line'>,
  { kind, issueDate }: Pick<Receipt, 'kind' | 'issueDate'>,
): string {
  return buildSeries({ environment: of.environment, line: of.line, numbered: kind === 'REFUND' ? 'refund' : 'receipt', date: issueDate });
}
