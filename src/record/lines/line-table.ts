import type { Text } from '../../common/language.js';
import { FIRE_BRANCH, MOTOR_BRANCH, type BranchFormat } from '../../pricing/branch.js';
import type { ListName } from '../reference/registry.js';
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

const OWN_LINES: Readonly<Record<keyof OwnQuestionnaires, LineRow>> = {
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

const rows = new Map<LineCode, LineRow>(Object.entries(OWN_LINES) as [LineCode, LineRow][]);

/** Every line, always the same array. */
export const LINE_CODES: readonly LineCode[] = [...rows.keys()];

export function lineRow(line: LineCode): LineRow {
  const row = rows.get(line);
  if (!row) throw new Error(`no row of the line table is of ${line}`);
  return row;
}

/** The line that a tariff is of. */
export function rowOfBranch(branch: string): LineRow | undefined {
  return [...rows.values()].find((row) => row.branch.code === branch);
}

/** The formats of the tariffs of all lines. */
export function branchFormats(): BranchFormat[] {
  return [...rows.values()].map(({ branch }) => branch);
}

/** Adds a line from outside, before the application is created; the function that comes back takes it out again. */
export function addLine(line: LineCode, row: LineRow): () => void {
  const isTaken = [...rows].some(([code, { letter, branch }]) => code === line || letter === row.letter || branch.code === row.branch.code);
  if (isTaken || row.letter === POLICY_LETTER) throw new Error(`the line ${line}, its letter or its branch is taken already`);
  const codes = LINE_CODES as LineCode[];
  rows.set(line, row);
  codes.push(line);
  return () => {
    rows.delete(line);
    codes.splice(codes.indexOf(line), 1);
  };
}
