/** Kind of a number that is typed: euro, per cent, any decimal, or digits alone (a year, a count, an id). */
const KINDS = ['money', 'percent', 'number', 'whole'] as const;
export type NumberKind = (typeof KINDS)[number];

/** Exact decimal text with a point and no needless zeros: `150000`, `64.42`. */
type DecimalText = string;

export type Reading =
  | { readonly is: 'blank' }
  | { readonly is: 'number'; readonly value: DecimalText }
  /** Greek and English notation read it differently: `9.000` is nine thousand or nine. */
  | { readonly is: 'ambiguous'; readonly values: readonly [grouped: DecimalText, decimal: DecimalText] }
  | { readonly is: 'invalid' };

export function isNumberKind(kind: string): kind is NumberKind {
  return (KINDS as readonly string[]).includes(kind);
}

const BLANK: Reading = { is: 'blank' };
const INVALID: Reading = { is: 'invalid' };

/** A JSON number holds this many digits exactly. */
const MAX_DIGITS = 15;
const MAX_CENTS = 2;

const NOTATIONS = [notationOf('\\.', ','), notationOf(',', '\\.')];

/** Pattern of a number in one notation. A blank separates groups in both. */
function notationOf(group: string, point: string): RegExp {
  return new RegExp(`^(-?)([1-9]\\d{0,2}(?:(?:${group}\\d{3})+|(?: \\d{3})+)|\\d+)(?:${point}(\\d*))?$`);
}

function readIn(notation: RegExp, text: string): DecimalText | null {
  const [, sign, digits, decimals = ''] = notation.exec(text) ?? [];
  if (digits === undefined) return null;
  const whole = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const part = decimals.replace(/0+$/, '');
  const value = part === '' ? whole : `${whole}.${part}`;
  return value === '0' ? value : `${sign}${value}`;
}

/**
 * Reads a typed number in Greek and in English notation, whatever the language of the page.
 * Text that they read differently is ambiguous, so that nobody sends an amount that they did not mean.
 */
export function parseNumber(text: string, kind: NumberKind): Reading {
  const typed = withoutUnit(text.replace(/[\u00a0\u202f]/g, ' ').replace('\u2212', '-'), kind);
  if (text.trim() === '') return BLANK;
  const values = kind === 'whole' ? readWhole(typed) : NOTATIONS.flatMap((notation) => readIn(notation, typed) ?? []);
  const [first, second = first] = values;
  if (first === undefined || second === undefined || values.some((value) => value.replace(/\D/g, '').length > MAX_DIGITS)) return INVALID;
  if (first !== second) return { is: 'ambiguous', values: isLarger(first, second) ? [first, second] : [second, first] };
  return kind === 'money' && (first.split('.')[1] ?? '').length > MAX_CENTS ? INVALID : { is: 'number', value: first };
}

function withoutUnit(text: string, kind: NumberKind): string {
  if (kind === 'money') return text.replace(/^\s*(-?)\s*€|€\s*$/, '$1').trim();
  return (kind === 'percent' ? text.replace(/%\s*$/, '') : text).trim();
}

function isLarger(one: DecimalText, other: DecimalText): boolean {
  return Math.abs(Number(one)) > Math.abs(Number(other));
}

function readWhole(typed: string): DecimalText[] {
  const value = /^-?\d+$/.test(typed) ? readIn(NOTATIONS[0]!, typed) : null;
  return value === null ? [] : [value];
}

/** Returns the number as the API takes it, and text that cannot be read unchanged. */
export function toWireText(text: string, kind: NumberKind): string {
  const reading = parseNumber(text, kind);
  return reading.is === 'number' ? reading.value : text.trim();
}

/** The number as JSON sends it; null where the text is blank or cannot be read. */
export function toNumber(text: string, kind: NumberKind): number | null {
  const reading = parseNumber(text, kind);
  return reading.is === 'number' ? Number(reading.value) : null;
}

/** Whether a form with this text may be sent; a blank field may. */
export function isReadable(text: string, kind: NumberKind): boolean {
  return ['number', 'blank'].includes(parseNumber(text, kind).is);
}

/** Writes a number as typed in the language, never with exactly three decimals, which would be ambiguous. */
export function toTyped(value: DecimalText | number, locale: string, maximumFractionDigits = 6): string {
  const format = (minimumFractionDigits: number): string =>
    new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits, maximumFractionDigits }).format(Number(value));
  const typed = format(0);
  return /[.,]\d{3}$/.test(typed) ? format(4) : typed;
}
