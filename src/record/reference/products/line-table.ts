import type { Text } from '../../../common/language.js';
import { FIRE_BRANCH, MOTOR_BRANCH, type BranchFormat } from '../../../pricing/branch.js';
import type { ListName } from '../lists/registry.js';
import type { FireQuestionnaire } from './fire-questionnaire.js';
import type { MotorQuestionnaire } from './motor-questionnaire.js';

export interface OwnQuestionnaires {
  readonly fire: FireQuestionnaire;
  readonly motor: MotorQuestionnaire;
}

/** All lines, with those that declaration merging adds (test/lines). */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Questionnaires extends OwnQuestionnaires {}

export type LineCode = keyof Questionnaires;

export interface LineRow {
  /** Begins the numbers of its applications: `F260000123`. */
  readonly letter: string;
  readonly title: Text;
  readonly productTitle: Text;
  readonly applications: string;
  readonly branch: BranchFormat;
  readonly offeredList?: ListName;
  /** Proves cover to third parties, so that nobody withdraws for past days (money.79). */
  readonly isProofOfCover?: true;
  /** Cover stops while an instalment is unpaid; else it continues a month after notice (money.4). */
  readonly isSuspendedUnpaid?: true;
}

export const POLICY_LETTER = 'P';

export const LINE_TABLE: Readonly<Record<keyof OwnQuestionnaires, LineRow>> = {
  fire: {
    letter: 'F',
    title: { el: 'Πυρός', en: 'Fire' },
    productTitle: { el: 'Ασφάλιση πυρός και συμπληρωματικών κινδύνων', en: 'Fire and allied perils insurance' },
    applications: 'fire-api/rsc/applications',
    branch: FIRE_BRANCH,
    offeredList: 'kindsOfRisk',
  },
  motor: {
    letter: 'M',
    title: { el: 'Αυτοκινήτου', en: 'Motor' },
    productTitle: { el: 'Ασφάλιση αυτοκινήτου', en: 'Motor insurance' },
    applications: 'mtr-api/resources/applications',
    branch: MOTOR_BRANCH,
    offeredList: 'vehicleUsages',
    isProofOfCover: true,
    isSuspendedUnpaid: true,
  },
};

export const LINE_CODES: readonly LineCode[] = Object.keys(LINE_TABLE) as LineCode[];

export function getLineRow(line: LineCode): LineRow {
  const row = (LINE_TABLE as Readonly<Partial<Record<LineCode, LineRow>>>)[line];
  if (!row) throw new Error(`the line table has no row for ${line}`);
  return row;
}

export function findBranchRow(branch: string): LineRow | undefined {
  return Object.values(LINE_TABLE).find((row) => row.branch.code === branch);
}

export function getBranchFormats(): BranchFormat[] {
  return Object.values(LINE_TABLE).map(({ branch }) => branch);
}
