import type { Text } from '../../../common/language.js';
import { FIRE_BRANCH, MOTOR_BRANCH, type BranchFormat } from '../../../pricing/branch.js';
import type { ListName } from '../lists/registry.js';
import type { LineCode, OwnQuestionnaires } from './questionnaires.js';

/** Constants of a line of business; its behaviour is in `Line`. */
export interface LineRow {
  /** Begins the numbers of its applications: `F260000123`. */
  readonly letter: string;
  readonly title: Text;
  /** Where its applications are read: service and path, `fire-api/rsc/applications`. */
  readonly applications: string;
  /** How its tariffs are read. */
  readonly branch: BranchFormat;
  /** The list of what its bundles are offered for; absent where no list has it. */
  readonly offeredList?: ListName;
  /** Whether a policy in force proves cover to third parties, so that nobody withdraws from it for past days (money.79). */
  readonly isProofOfCover?: true;
}

/** Begins the numbers of policies, of every line: no line has it for its applications. */
export const POLICY_LETTER = 'P';

export const LINE_TABLE: Readonly<Record<keyof OwnQuestionnaires, LineRow>> = {
  fire: {
    letter: 'F',
    title: { el: 'Πυρός', en: 'Fire' },
    applications: 'fire-api/rsc/applications',
    branch: FIRE_BRANCH,
    offeredList: 'kindsOfRisk',
  },
  motor: {
    letter: 'M',
    title: { el: 'Αυτοκινήτου', en: 'Motor' },
    applications: 'mtr-api/resources/applications',
    branch: MOTOR_BRANCH,
    offeredList: 'vehicleUsages',
    isProofOfCover: true,
  },
};

/** Every line, always the same array. */
export const LINE_CODES: readonly LineCode[] = Object.keys(LINE_TABLE) as LineCode[];

export function lineRow(line: LineCode): LineRow {
  const row = (LINE_TABLE as Readonly<Partial<Record<LineCode, LineRow>>>)[line];
  if (!row) throw new Error(`no row of the line table is of ${line}`);
  return row;
}

/** Finds the line that a tariff is of. */
export function rowOfBranch(branch: string): LineRow | undefined {
  return Object.values(LINE_TABLE).find((row) => row.branch.code === branch);
}

/** Lists the formats of the tariffs of all lines. */
export function branchFormats(): BranchFormat[] {
  return Object.values(LINE_TABLE).map(({ branch }) => branch);
}
