import type { LocalDate } from '../common/athens.js';
import type { Text } from '../common/language.js';
import type { Amount, Decimal } from '../common/money.js';

/** A tariff as the engine uses it: read once by `parseTariff`, never changed. Every Map keeps the order of the file ("tariff order"). */
export interface Tariff {
  readonly code: string;
  readonly branch: Branch;
  readonly version: number;
  readonly validFrom: LocalDate;
  /** The last day on which a start is sold from it; null while it is open. */
  readonly validTo: LocalDate | null;
  readonly currency: string;
  readonly quoteValidityDays: number;
  readonly claimsLookbackYears: number;
  readonly taxClasses: readonly TaxClass[];
  readonly levies: readonly Levy[];
  readonly policyFee: { readonly rate: Rate; readonly min: Decimal; readonly max: Decimal };
  /** Share of a line's net by months between two instalments. */
  readonly frequencyLoading: ReadonlyMap<number, Rate>;
  /** Least net of a line, by cover and usage. */
  readonly minimumLineNet: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  readonly minimumNetPremium: { readonly amount: Decimal; readonly topUpCover: string } | null;
  readonly discountCap: Rate;
  readonly tables: ReadonlyMap<string, Table>;
  readonly covers: ReadonlyMap<string, Cover>;
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly rules: { readonly application: readonly Rule[]; readonly object: readonly Rule[] };
  readonly enfia: Enfia | null;
  /** Seismic zone by prefecture code; empty for vehicles. */
  readonly seismicZones: ReadonlyMap<string, string>;
  /** What only a vehicle tariff has. */
  readonly motor: MotorTerms | null;
}

/** `FIRE`, `MOTOR`: the code of a line's tariffs. */
export type Branch = string;

/** A rate or factor: the text of the file goes into traces, the number into the arithmetic. */
export interface Rate {
  readonly text: string;
  readonly value: Decimal;
}

export interface TaxClass {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly rate: Rate;
}

/** A contribution on the net of some covers, itself untaxed. */
export interface Levy {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly rate: Rate;
  readonly covers: ReadonlySet<string>;
}

export type Table = LookupTable | RangeTable;

/** Rows by the key's fact values joined with `|`. */
export interface LookupTable {
  readonly type: 'lookup';
  readonly name: string;
  readonly key: readonly string[];
  readonly rows: ReadonlyMap<string, Rate>;
  /** For an absent fact or a code without a row; null = no price. */
  readonly missing: Rate | null;
}

/** Rows in ascending order; the first whose `to` is null (open) or not below the value counts. */
export interface RangeTable {
  readonly type: 'range';
  readonly name: string;
  readonly key: readonly [string];
  readonly rows: readonly { readonly to: Decimal | null; readonly rate: Rate }[];
  readonly missing: Rate | null;
}

/** A rate as a constant or by table. */
export type RateSource = { readonly rate: Rate } | { readonly table: Table };

export type Basis = { readonly min: Decimal | null } & (
  | { readonly type: 'permille'; readonly source: RateSource }
  | { readonly type: 'firstLoss'; readonly share: Decimal; readonly cap: Decimal; readonly source: RateSource }
  | { readonly type: 'flat'; readonly amount: Decimal }
  | { readonly type: 'amountTable'; readonly byUsage: ReadonlyMap<string, Table>; readonly electric: ReadonlyMap<string, Table> }
  | { readonly type: 'percentOfCover'; readonly cover: string; readonly rate: Rate }
);

export interface Cover {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly taxClass: string;
  /** The insured groups it can cover; empty: one line per object. */
  readonly groups: readonly string[];
  /** Share of a group's sum that is insured, by group; 1 for a group that is not named. */
  readonly groupShare: ReadonlyMap<string, Decimal>;
  readonly basis: Basis;
  readonly factors: readonly Table[];
  readonly discountable: boolean;
  /** Printed, not priced. */
  readonly deductible: { readonly type: string; readonly value: string } | null;
}

export interface Bundle {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly active: boolean;
  /** Kinds of risk (fire) or usages (vehicle) that it is offered for. */
  readonly offeredFor: ReadonlySet<string>;
  readonly included: readonly string[];
  readonly addable: ReadonlySet<string>;
  /** What may take the place of an included cover. */
  readonly swappable: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Discount {
  readonly code: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly rate: Rate;
  readonly scope: 'ALL' | ReadonlySet<string>;
  readonly requires: readonly Condition[];
  readonly referral: boolean;
}

/** What a fact is compared with; `number` is undefined for a text that is none. */
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

/** Hits when every condition holds. */
export interface Rule {
  readonly code: string;
  readonly outcome: RuleOutcome;
  readonly all: readonly Condition[];
  readonly message: Text;
}

/** When an object lowers its owner's property tax (ENFIA). */
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
  /** What keys the base table; kW takes the place of `engineCc` for an electric vehicle. */
  readonly measure: (typeof MEASURES)[number];
  readonly plateForm: PlateForm;
}

export interface MotorTerms {
  readonly usages: ReadonlyMap<string, Usage>;
  readonly electricFuelTypes: ReadonlySet<string>;
  readonly taxableHp: { readonly factor: Readonly<Record<PlateForm, Decimal>>; readonly min: Decimal };
  readonly bonusMalus: BonusMalusTerms;
  /** Printed, not priced. */
  readonly mandatoryLimits: ReadonlyMap<string, Amount>;
}

/** Classes, the lower the better. `entry`: a vehicle without registry row; the steps are taken at renewal. */
export interface BonusMalusTerms {
  readonly min: number;
  readonly max: number;
  readonly entry: number;
  readonly cleanYearStep: number;
  readonly atFaultClaimStep: number;
}
