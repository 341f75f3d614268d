import { isLocalDate, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toDecimal, ZERO, type Decimal } from '../../../common/money.js';
import type { CamtElement } from './camt-element.js';
import type { CamtMoney } from './camt.js';

const AMOUNT = /^\d{1,12}(?:\.\d{1,5})?$/;
const COUNT = /^\d{1,15}$/;
const CURRENCY = /^[A-Z]{3}$/;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/;

const BAD_AMOUNT: Text = {
  el: 'Ποσό με έως 12 ψηφία και τελεία πριν από τα δεκαδικά, σε ευρώ έως δύο.',
  en: 'An amount of up to 12 digits with a point before the decimals, in euro two at most.',
};
const BAD_CURRENCY: Text = { el: 'Νόμισμα τριών γραμμάτων (Ccy).', en: 'A currency of three letters (Ccy).' };
const BAD_DIRECTION: Text = { el: 'CRDT ή DBIT.', en: 'CRDT or DBIT.' };
const BAD_DATE: Text = { el: 'Ημερομηνία, π.χ. 2026-11-23.', en: 'A date, such as 2026-11-23.' };
const BAD_COUNT: Text = { el: 'Πλήθος.', en: 'A count.' };
const MISSING: Text = { el: 'Λείπει.', en: 'It is missing.' };

export class CamtValues {
  readonly violations: Violation[] = [];

  invalid(path: string, text: Text): void {
    this.violations.push({ path, code: ErrorCode.INVALID, text });
  }

  required(element: CamtElement, ...names: readonly string[]): string {
    const value = element.value(...names);
    if (value === null) this.violations.push({ path: `${element.path}.${names.join('.')}`, code: ErrorCode.REQUIRED, text: MISSING });
    return value ?? '';
  }

  money(element: CamtElement): CamtMoney {
    const amount = element.find('Amt');
    if (!amount) this.required(element, 'Amt');
    const direction = this.required(element, 'CdtDbtInd');
    if (direction !== '' && direction !== 'CRDT' && direction !== 'DBIT') this.invalid(`${element.path}.CdtDbtInd`, BAD_DIRECTION);
    return { ...(amount ? this.amount(amount) : { amount: ZERO, currency: '' }), isCredit: direction === 'CRDT' };
  }

  amount(element: CamtElement): Pick<CamtMoney, 'amount' | 'currency'> {
    const currency = element.currency ?? '';
    if (!CURRENCY.test(currency)) this.invalid(element.path, BAD_CURRENCY);
    return { amount: this.decimal(element, currency === 'EUR'), currency };
  }

  decimal(element: CamtElement, inCents: boolean): Decimal {
    const text = element.text.trim();
    const amount = AMOUNT.test(text) ? toDecimal(text) : null;
    if (amount !== null && (!inCents || amount.eq(amount.round(2, 0)))) return amount;
    this.invalid(element.path, BAD_AMOUNT);
    return ZERO;
  }

  count(element: CamtElement | undefined): number | null {
    if (!element) return null;
    const text = element.text.trim();
    if (!COUNT.test(text)) this.invalid(element.path, BAD_COUNT);
    return Number(text);
  }

  date(element: CamtElement | undefined): LocalDate | null {
    const part = element?.find('Dt') ?? element?.find('DtTm');
    return part ? this.day(part) : null;
  }

  day(element: CamtElement): LocalDate | null {
    const text = element.text.trim();
    const [, date, zone] = INSTANT.exec(text) ?? DATE.exec(text) ?? [];
    const instant = zone === undefined ? null : new Date(text);
    if (date === undefined || !isLocalDate(date) || (instant !== null && Number.isNaN(instant.getTime()))) {
      this.violations.push({ path: element.path, code: ErrorCode.BAD_DATE, text: BAD_DATE });
      return null;
    }
    return instant === null ? date : toLocalDate(instant);
  }
}
