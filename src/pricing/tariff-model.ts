import type { LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import type { Amount, Decimal } from '../common/money.js';

/** Maps have the order of the file ("tariff order"). */
export interface Tariff {
  readonly code: string;
  readonly branch: Branch;
  readonly version: number;
  readonly validFrom: LocalDate;
  readonly validTo: LocalDate | null;
  readonly currency: string;
  readonly quoteValidityDays: number;
  readonly claimsLookbackYears: number;
  readonly taxClasses: readonly TaxClass[];
  readonly levies: readonly Levy[];
  readonly policyFee: FeeTerms;
  readonly amendmentFee: AmendmentFee | null;
  readonly smallDifferences: SmallDifferences;
  readonly frequencyLoading: ReadonlyMap<number, Rate>;
  readonly minimumLineNet: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  readonly minimumNetPremium: { readonly amount: Decimal; readonly topUpCover: string } | null;
  readonly discountCap: Rate;
  readonly catastropheCovers: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly covers: ReadonlyMap<string, Cover>;
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly needs: readonly Need[];
  readonly rules: { readonly application: readonly Rule[]; readonly object: readonly Rule[] };
  readonly enfia: Enfia | null;
  readonly seismicZones: ReadonlyMap<string, string>;
  readonly motor: MotorTerms | null;
  readonly refundScale: RefundScale;
}

export interface FeeTerms {
  readonly rate: Rate;
  readonly min: Decimal;
  readonly max: Decimal;
}

export interface AmendmentFee extends FeeTerms {
  readonly perTerm: Decimal | null;
  readonly onReturn: boolean;
}

export interface SmallDifferences {
  /** Below it an increase is added to the next receipt. */
  readonly carryBelow: Decimal;
  /** Below it an increase after the last receipt is not collected. */
  readonly minimumAdditional: Decimal;
}

export type Branch = string;

/** A rate or factor: `text` as in the file for traces, `value` for calculations. */
export interface Rate {
  readonly text: string;
  readonly value: Decimal;
}

export interface TariffItem {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
}

export interface TaxClass extends TariffItem {
  readonly rate: Rate;
}

export interface Levy extends TariffItem {
  readonly rate: Rate;
  readonly covers: ReadonlySet<string>;
}

export type Table = LookupTable | RangeTable;

export interface LookupTable {
  readonly type: 'lookup';
  readonly name: string;
  readonly key: readonly string[];
  readonly rows: ReadonlyMap<string, Rate>;
  /** Rate for a missing fact or a code without a row; null for no price. */
  readonly missing: Rate | null;
}

/** Table of ascending ranges: the first row whose `to` is null (open) or not below the value applies. */
export interface RangeTable {
  readonly type: 'range';
  readonly name: string;
  readonly key: readonly [string];
  readonly rows: readonly { readonly to: Decimal | null; readonly rate: Rate }[];
  readonly missing: Rate | null;
}

export type RateSource = { readonly rate: Rate } | { readonly table: Table };

export type Basis = { readonly min: Decimal | null } & (
  | { readonly type: 'permille'; readonly source: RateSource }
  | { readonly type: 'firstLoss'; readonly share: Decimal; readonly cap: Decimal; readonly source: RateSource }
  | { readonly type: 'flat'; readonly amount: Decimal }
  | { readonly type: 'amountTable'; readonly byUsage: ReadonlyMap<string, Table>; readonly electric: ReadonlyMap<string, Table> }
  | { readonly type: 'percentOfCover'; readonly cover: string; readonly rate: Rate }
);

export interface Cover extends TariffItem {
  readonly taxClass: string;
  readonly groups: readonly string[];
  /** Insured share of the sum, by group; 1 for other groups. */
  readonly groupShare: ReadonlyMap<string, Decimal>;
  readonly basis: Basis;
  readonly factors: readonly Table[];
  readonly discountable: boolean;
  /** Printed, not priced. */
  readonly deductible: { readonly type: string; readonly value: string } | null;
}

export interface Bundle extends TariffItem {
  readonly active: boolean;
  readonly offeredFor: ReadonlySet<string>;
  readonly included: readonly string[];
  readonly addable: ReadonlySet<string>;
  readonly swappable: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ipid: Ipid | null;
}

/** A bundle with all of its covers meets it. */
export interface Need {
  readonly code: string;
  readonly title: Text;
  readonly question: Text;
  readonly covers: readonly string[];
}

export const IPID_SECTIONS = [
  'kind',
  'insured',
  'optional',
  'notInsured',
  'restrictions',
  'where',
  'obligations',
  'payment',
  'term',
  'cancellation',
] as const;
export type IpidSection = (typeof IPID_SECTIONS)[number];

/** Statements of an insurance product information document (Regulation (EU) 2017/1469), by section. */
export type Ipid = Readonly<Record<IpidSection, readonly Text[]>>;

export interface Discount extends TariffItem {
  readonly rate: Rate;
  readonly scope: 'ALL' | ReadonlySet<string>;
  readonly requires: readonly Condition[];
  readonly referral: boolean;
}

export interface Operand {
  readonly text: string;
  readonly number: Decimal | undefined;
}

export const ORDER_OPERATORS = ['<', '<=', '>', '>='] as const;
export const OPERATORS = ['==', '!=', ...ORDER_OPERATORS, 'in', 'contains', 'missing'] as const;

export type Condition = { readonly fact: string } & (
  | { readonly op: '==' | '!='; readonly operand: Operand }
  | { readonly op: (typeof ORDER_OPERATORS)[number]; readonly bound: Decimal }
  | { readonly op: 'in'; readonly operands: readonly Operand[] }
  | { readonly op: 'contains'; readonly item: string }
  | { readonly op: 'missing' }
);

export const OUTCOMES = ['00', '25', 'WARN'] as const;
export type RuleOutcome = (typeof OUTCOMES)[number];

export interface Rule {
  readonly code: string;
  readonly outcome: RuleOutcome;
  readonly all: readonly Condition[];
  readonly message: Text;
  /** Category of the document without which a referral by the rule is not approved. */
  readonly requiredDocument: number | null;
}

export interface Enfia {
  readonly kinds: ReadonlySet<string>;
  readonly requiredCovers: readonly string[];
  readonly buildingGroups: ReadonlySet<string>;
  readonly minSumPerSquareMeter: Decimal;
}

export const MEASURES = ['engineCc', 'grossWeight'] as const;
export const PLATE_FORMS = ['car', 'motorcycle'] as const;
export type PlateForm = (typeof PLATE_FORMS)[number];

export interface Usage {
  readonly code: string;
  readonly title: string;
  /** Key of the base table; for an electric vehicle power replaces `engineCc`. */
  readonly measure: (typeof MEASURES)[number];
  readonly plateForm: PlateForm;
}

export interface MotorTerms {
  readonly usages: ReadonlyMap<string, Usage>;
  readonly electricFuelTypes: ReadonlySet<string>;
  readonly taxableHp: { readonly factor: Readonly<Record<PlateForm, Decimal>>; readonly min: Decimal };
  readonly bonusMalus: BonusMalusTerms;
  readonly fleetFactor: Rate | null;
  readonly suspension: SuspensionTerms | null;
  /** Printed, not priced. */
  readonly mandatoryLimits: ReadonlyMap<string, Amount>;
}

export interface SuspensionTerms {
  readonly minDays: number;
  readonly covers: ReadonlySet<string>;
}

export const REFUND_RULES = ['PRO_RATA', 'ALL', 'NONE', 'SHORT_RATE'] as const;
export type RefundRule = (typeof REFUND_RULES)[number];

/** The earned share of the net of the whole term after up to `days` days of cover. */
export interface ShortRate {
  readonly days: number;
  readonly earned: Decimal;
}

export interface RefundScale {
  readonly default: RefundRule;
  readonly byReason: ReadonlyMap<string, RefundRule>;
  /** Ascending by days; after the last row everything is earned. */
  readonly shortRates: readonly ShortRate[];
}

/** Classes, of which lower ones are better. `entry`: class of a vehicle without an entry; steps apply at renewal. */
export interface BonusMalusTerms {
  readonly min: number;
  readonly max: number;
  readonly entry: number;
  readonly cleanYearStep: number;
  readonly atFaultClaimStep: number;
}
