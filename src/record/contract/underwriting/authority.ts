import type { LocalDate } from '../../../common/athens.js';
import { DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatEuro, formatPercent } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { toAmount, toDecimal, ZERO, type Amount, type Decimal } from '../../../common/money.js';
import type { Price } from '../../../pricing/price.js';
import type { RecordMessage } from '../../core/applications/application.js';
import type { Terms } from '../../core/applications/approval.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';

/** Null: no limit, all rules. */
export interface AuthorityLimits {
  readonly lines: readonly string[];
  readonly rules: readonly string[] | null;
  readonly maxSumInsured: Amount | null;
  /** Includes taxes and levies. */
  readonly maxPremium: Amount | null;
  readonly maxLoadingPercent: string | null;
  readonly maxDiscountPercent: string | null;
  readonly maxDeductible: Amount | null;
}

export interface GrantedAuthority extends AuthorityLimits {
  readonly validFrom: LocalDate;
  readonly validTo: LocalDate | null;
}

export interface AuthorityNeed {
  readonly line: LineCode;
  readonly rules: readonly string[];
  readonly sumInsured: Amount;
  readonly premium: Amount;
  readonly loadingPercent: string;
  readonly discountPercent: string;
  readonly deductible: Amount;
}

export type AuthorityLimit = 'authority' | 'line' | 'rule' | 'sumInsured' | 'premium' | 'loading' | 'discount' | 'deductible';

/** `allowed` is null where nothing of the kind is granted. */
export interface Exceedance {
  readonly limit: AuthorityLimit;
  readonly value: string;
  readonly allowed: string | null;
}

export interface AuthorityHolder {
  readonly id: number;
  readonly name: string;
}

export interface AuthorityReport {
  readonly need: AuthorityNeed;
  readonly exceeded: readonly Exceedance[];
  readonly mayDecide: readonly AuthorityHolder[];
}

export type AuthorityCheck = (need: AuthorityNeed) => Promise<void>;

/** Skips the check where an agent of the sandbox acts as the underwriter. */
export const skipAuthority: AuthorityCheck = () => Promise.resolve();

export function buildApprovalNeed(
  line: LineCode,
  messages: readonly RecordMessage[],
  price: Price | null,
  terms: Terms | null,
): AuthorityNeed {
  const referrals = messages.filter(({ severity }) => severity === 'referral').map(({ code }) => code);
  return {
    line,
    rules: [...new Set(referrals)].sort(),
    sumInsured: toAmount(sumInsured(price)),
    premium: price?.gross ?? '0.00',
    loadingPercent: terms?.loadingPercent ?? '0',
    discountPercent: getHighest((price?.lines ?? []).map(({ discountRate }) => toDecimal(discountRate).times(100))).toFixed(),
    deductible: terms?.deductible ?? '0.00',
  };
}

export function buildLineNeed(line: LineCode): AuthorityNeed {
  return buildApprovalNeed(line, [], null, null);
}

/** Covers of a group share its sum, so the highest of a group counts. */
function sumInsured(price: Price | null): Decimal {
  const groups = new Map<string, Decimal>();
  for (const { object, group, sumInsured: value } of price?.lines ?? []) {
    const key = `${object} ${group ?? ''}`;
    if (value !== null) groups.set(key, getHighest([groups.get(key) ?? ZERO, toDecimal(value)]));
  }
  return [...groups.values()].reduce((total, value) => total.plus(value), ZERO);
}

function getHighest(values: readonly Decimal[]): Decimal {
  return values.reduce((highest, value) => (value.gt(highest) ? value : highest), ZERO);
}

export function isInForce({ validFrom, validTo }: Pick<GrantedAuthority, 'validFrom' | 'validTo'>, today: LocalDate): boolean {
  return validFrom <= today && (validTo === null || today <= validTo);
}

/** Returns those of the authority that lacks least; none if one covers the decision. */
export function findExceedances(granted: readonly GrantedAuthority[], need: AuthorityNeed, today: LocalDate): Exceedance[] {
  const all = granted.filter((authority) => isInForce(authority, today)).map((authority) => compareWithLimits(authority, need));
  return all.sort((one, other) => one.length - other.length)[0] ?? [{ limit: 'authority', value: need.line, allowed: null }];
}

function compareWithLimits(limits: AuthorityLimits, need: AuthorityNeed): Exceedance[] {
  const { line, rules } = need;
  const above = (limit: AuthorityLimit, value: string, allowed: string | null): Exceedance[] =>
    allowed !== null && toDecimal(value).gt(allowed) ? [{ limit, value, allowed }] : [];
  return [
    ...(limits.lines.includes(line) ? [] : [{ limit: 'line' as const, value: line, allowed: null }]),
    ...rules.filter((rule) => limits.rules?.includes(rule) === false).map((value) => ({ limit: 'rule' as const, value, allowed: null })),
    ...above('sumInsured', need.sumInsured, limits.maxSumInsured),
    ...above('premium', need.premium, limits.maxPremium),
    ...above('loading', need.loadingPercent, limits.maxLoadingPercent),
    ...above('discount', need.discountPercent, limits.maxDiscountPercent),
    ...above('deductible', need.deductible, limits.maxDeductible),
  ];
}

const MAX_NAMES = 10;

/** Names each limit, and who may decide (authority.5). */
export function buildAuthorityRefusal({ exceeded, mayDecide }: Pick<AuthorityReport, 'exceeded' | 'mayDecide'>): DomainError {
  const texts = exceeded.map(describeExceedance);
  const who = describeHolders(mayDecide);
  const text = {
    el: `Η απόφαση υπερβαίνει τα εγκριτικά σας όρια: ${texts.map(({ el }) => el).join(', ')}. ${who.el}`,
    en: `The decision exceeds your authority: ${texts.map(({ en }) => en).join(', ')}. ${who.en}`,
  };
  // The message is that of the first violation (gateway.24).
  const violations = exceeded.map(({ limit }, index): Violation => {
    return { path: PATHS[limit], code: ErrorCode.AUTHORITY_EXCEEDED, text: index === 0 ? text : texts[index]! };
  });
  return new DomainError(ErrorCode.AUTHORITY_EXCEEDED, { text, violations });
}

export function describeHolders(holders: readonly AuthorityHolder[]): Text {
  const names = holders.slice(0, MAX_NAMES).map(({ name }) => name);
  if (names.length === 0) return NOBODY;
  const others = holders.length - names.length;
  return {
    el: `Μπορούν να αποφασίσουν: ${names.join(', ')}${others > 0 ? ` και άλλοι ${others}` : ''}.`,
    en: `Who may decide: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
  };
}

export function describeExceedance({ limit, value, allowed }: Exceedance): Text {
  const [title, format] = LIMITS[limit];
  const [shown, most] = [format(value), allowed === null ? null : format(allowed)];
  return {
    el: `${title.el} ${shown.el}${most === null ? '' : ` (έως ${most.el})`}`.trim(),
    en: `${title.en} ${shown.en}${most === null ? '' : ` (at most ${most.en})`}`.trim(),
  };
}

const asIs = (value: string): Text => ({ el: value, en: value });
const toEuro = (value: string): Text => formatEuro(toAmount(toDecimal(value)));
const toPercent = (value: string): Text => ({ el: formatPercent(value, 'el'), en: formatPercent(value, 'en') });
const toLineTitle = (value: string): Text => getLineRow(value as LineCode).title;

const LIMITS: Readonly<Record<AuthorityLimit, readonly [title: Text, format: (value: string) => Text]>> = {
  authority: [{ el: 'δεν έχετε εγκριτικά όρια σε ισχύ', en: 'you have no authority in force' }, () => asIs('')],
  line: [{ el: 'δεν περιλαμβάνεται ο κλάδος', en: 'the line is not included:' }, toLineTitle],
  rule: [{ el: 'δεν περιλαμβάνεται ο κανόνας', en: 'the rule is not included:' }, asIs],
  sumInsured: [{ el: 'ασφαλιζόμενο κεφάλαιο', en: 'sum insured' }, toEuro],
  premium: [{ el: 'ετήσιο ασφάλιστρο', en: 'yearly premium' }, toEuro],
  loading: [{ el: 'επασφάλιστρο', en: 'loading' }, toPercent],
  discount: [{ el: 'έκπτωση', en: 'discount' }, toPercent],
  deductible: [{ el: 'απαλλαγή', en: 'deductible' }, toEuro],
};

const PATHS: Readonly<Record<AuthorityLimit, string>> = {
  authority: 'decision',
  line: 'line',
  rule: 'messages',
  sumInsured: 'price.sumInsured',
  premium: 'price.gross',
  loading: 'terms.loadingPercent',
  discount: 'price.discount',
  deductible: 'terms.deductible',
};

const NOBODY: Text = {
  el: 'Κανείς δεν έχει τώρα εγκριτικά όρια για αυτή την απόφαση.',
  en: 'Nobody has the authority for this decision at present.',
};
