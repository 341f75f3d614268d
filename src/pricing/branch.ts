import { toDecimal, toAmount } from '../common/money.js';
import { FIRE_FACTS, MOTOR_FACTS } from './facts.js';
import {
  MEASURES,
  PLATE_FORMS,
  type BonusMalusTerms,
  type Branch,
  type Cover,
  type Enfia,
  type MotorTerms,
  type SuspensionTerms,
  type Tariff,
} from './tariff-model.js';
import { readByCode, readReferences, type TariffNode } from './tariff-node.js';

export type BranchTerms = Pick<Tariff, 'claimsLookbackYears' | 'enfia' | 'seismicZones' | 'motor'>;

export interface BranchFormat {
  readonly code: Branch;
  readonly facts: readonly string[];
  readonly offeredBy: string;
  readonly readTerms?: (node: TariffNode, covers: ReadonlyMap<string, Cover>) => Partial<BranchTerms>;
}

export const NO_TERMS: BranchTerms = { claimsLookbackYears: 0, enfia: null, seismicZones: new Map(), motor: null };

export const FIRE_BRANCH: BranchFormat = {
  code: 'FIRE',
  facts: FIRE_FACTS,
  offeredBy: 'kinds',
  readTerms: (node, covers) => ({
    claimsLookbackYears: node.at('claimsLookbackYears').integer(1),
    enfia: readEnfia(node.optional('enfia'), covers),
    seismicZones: node.at('seismicZones').readMap((zone) => zone.text()),
  }),
};

export const MOTOR_BRANCH: BranchFormat = {
  code: 'MOTOR',
  facts: MOTOR_FACTS,
  offeredBy: 'usages',
  readTerms: (node, covers) => ({ motor: readMotor(node, covers) }),
};

export const OWN_BRANCHES: readonly BranchFormat[] = [FIRE_BRANCH, MOTOR_BRANCH];

function readEnfia(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>): Enfia | null {
  if (!node) return null;
  return {
    kinds: new Set(node.at('kinds').texts()),
    requiredCovers: readReferences(node.at('requiredCovers'), covers, 'cover'),
    buildingGroups: new Set(node.at('groupsCountedAsBuilding').texts()),
    minSumPerSquareMeter: node.at('minSumPerSquareMeter').decimal(),
  };
}

function readMotor(node: TariffNode, covers: ReadonlyMap<string, Cover>): MotorTerms {
  const hp = node.at('taxableHp');
  hp.at('rounding').oneOf(['HALF_UP']);
  const usages = readByCode(node.at('usages'), readUsage);
  for (const bundle of node.at('bundles').items()) readReferences(bundle.at('usages'), usages, 'usage');
  for (const cover of covers.values()) {
    if (cover.basis.type !== 'amountTable') continue;
    for (const usage of cover.basis.byUsage.keys())
      if (!usages.has(usage)) node.at('covers').fail(`${cover.code}: usage ${usage} is not defined`);
  }
  return {
    usages,
    electricFuelTypes: new Set(node.at('electricFuelTypes').texts()),
    taxableHp: {
      factor: { car: hp.at('carFactor').decimal(), motorcycle: hp.at('motorcycleFactor').decimal() },
      min: toDecimal(hp.at('min').integer()),
    },
    bonusMalus: readBonusMalus(node.at('bonusMalus')),
    suspension: readSuspension(node.optional('suspension'), covers),
    fleetFactor: node.optional('fleetFactor')?.rate() ?? null,
    mandatoryLimits: node.optional('mandatoryLimits')?.readMap((limit) => toAmount(limit.decimal())) ?? new Map(),
  };
}

function readSuspension(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>): SuspensionTerms | null {
  if (!node) return null;
  return { minDays: node.at('minDays').integer(1), covers: new Set(readReferences(node.at('covers'), covers, 'cover')) };
}

function readUsage(node: TariffNode) {
  return {
    code: node.at('code').text(),
    title: node.at('title').text(),
    measure: node.at('measure').oneOf(MEASURES),
    plateForm: node.at('plateForm').oneOf(PLATE_FORMS),
  };
}

function readBonusMalus(node: TariffNode): BonusMalusTerms {
  const terms = {
    min: node.at('min').integer(),
    max: node.at('max').integer(),
    entry: node.at('entry').integer(),
    cleanYearStep: node.at('cleanYearStep').integer(Number.MIN_SAFE_INTEGER),
    atFaultClaimStep: node.at('atFaultClaimStep').integer(Number.MIN_SAFE_INTEGER),
  };
  if (terms.entry < terms.min || terms.entry > terms.max) node.at('entry').fail('is not between min and max');
  return terms;
}
