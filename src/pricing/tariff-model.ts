import type { LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import type { Amount, Decimal } from '../common/money.js';

/** A parsed tariff, which never changes. Maps have the order of the file ("tariff order"). */
export interface Tariff {
  readonly code: string;
  readonly branch: Branch;
  readonly version: number;
  readonly validFrom: LocalDate;
  /** Last start date; null without an end. */
  readonly validTo: LocalDate | null;
  readonly currency: string;
  readonly quoteValidityDays: number;
  readonly claimsLookbackYears: number;
  readonly taxClasses: readonly TaxClass[];
  readonly levies: readonly Levy[];
  readonly policyFee: FeeTerms;
  /** Fee of an amendment; null without one. */
  readonly amendmentFee: AmendmentFee | null;
  readonly smallDifferences: SmallDifferences;
  /** Loading on the net of a line, by months between payments. */
  readonly frequencyLoading: ReadonlyMap<number, Rate>;
  readonly minimumLineNet: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  readonly minimumNetPremium: { readonly amount: Decimal; readonly topUpCover: string } | null;
  readonly discountCap: Rate;
  /** Covers of natural catastrophes, which a certificate of a company lists. */
  readonly catastropheCovers: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly covers: ReadonlyMap<string, Cover>;
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly discounts: ReadonlyMap<string, Discount>;
  /** Questions about the customer's demands and needs; empty in a tariff without them. Not priced. */
  readonly needs: readonly Need[];
  readonly rules: { readonly application: readonly Rule[]; readonly object: readonly Rule[] };
  readonly enfia: Enfia | null;
  /** Seismic zone by prefecture code; empty for vehicles. */
  readonly seismicZones: ReadonlyMap<string, string>;
  readonly motor: MotorTerms | null;
  readonly refundScale: RefundScale;
}

/** A fee as a share of the net, between two amounts. */
export interface FeeTerms {
  readonly rate: Rate;
  readonly min: Decimal;
  readonly max: Decimal;
}

export interface AmendmentFee extends FeeTerms {
  /** Highest sum of the fees of a term; null without a limit. */
  readonly perTerm: Decimal | null;
  /** Whether it is also charged when premium is given back. */
  readonly onReturn: boolean;
}

/** Gross amounts below which the increase of an amendment is not paid separately; zero without a limit. */
export interface SmallDifferences {
  /** Below it an increase is added to the next receipt. */
  readonly carryBelow: Decimal;
  /** Below it an increase after the last receipt is not collected. */
  readonly minimumAdditional: Decimal;
}

/** Code of the tariffs of a line of business: `FIRE`, `MOTOR`. */
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

/** Table whose rows have fact values joined with `|` as keys. */
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
  /** Groups that it can insure; empty for one line per object. */
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
  /** Kinds of risk (fire) or usages (vehicle) for which it is offered. */
  readonly offeredFor: ReadonlySet<string>;
  readonly included: readonly string[];
  readonly addable: ReadonlySet<string>;
  readonly swappable: ReadonlyMap<string, ReadonlySet<string>>;
  /** Printed, not priced; null in a tariff from before product information. */
  readonly ipid: Ipid | null;
}

/** A demand or need that a customer may have. A bundle with all of its covers meets it. */
export interface Need {
  readonly code: string;
  readonly title: Text;
  /** Answered with yes or no. */
  readonly question: Text;
  readonly covers: readonly string[];
}

/** Sections of an insurance product information document. `optional` has the covers that can be added. */
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

/** Operand of a comparison; `number` is undefined for a text that is not a number. */
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
  /** Factor of a company's vehicle without a driver; null when it needs one. */
  readonly fleetFactor: Rate | null;
  /** Terms of a suspension; null when vehicles of the tariff cannot be suspended. */
  readonly suspension: SuspensionTerms | null;
  /** Printed, not priced. */
  readonly mandatoryLimits: ReadonlyMap<string, Amount>;
}

/** Suspension of a vehicle that is off the road. */
export interface SuspensionTerms {
  readonly minDays: number;
  /** Covers that go on. */
  readonly covers: ReadonlySet<string>;
}

export const REFUND_RULES = ['PRO_RATA', 'ALL', 'NONE', 'SHORT_RATE'] as const;
/** Part of the premium that a cancellation refunds: the unearned days, all, nothing, or by the short-rate table. */
export type RefundRule = (typeof REFUND_RULES)[number];

/** A row of the short-rate table: the earned share of the net of the whole term after up to `days` days of cover. */
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
