import { ENVIRONMENTS, type Environment } from '../../../common/environment.js';
import { readCommandLine } from '../../../common/run-command.js';
import { parseTariff, type Tariff } from '../../../pricing/tariff.js';
import { branchFormats } from '../products/line-table.js';
import { ReferenceLists } from '../lists/reference-lists.js';
import { TariffChangedError, type TariffRepository } from './tariff.repository.js';
import { tariffProblems } from './tariff-verification.js';
import { OperatorError } from '../../../common/operator-error.js';

export const TARIFF_USAGE = 'npm run tariff -- verify|load FILE [--environment production|sandbox]';

/** The command cannot be carried out; the message says why, a line for each reason. */
export class TariffCommandError extends OperatorError {}

export interface TariffCommand {
  readonly name: 'verify' | 'load';
  readonly file: string;
  /** Where to load it; both environments when none was named. */
  readonly environment: Environment | null;
}

/** @throws OperatorError with the usage */
export function readTariffCommand(args: readonly string[]): TariffCommand {
  const { positionals, values } = readCommandLine(args, { environment: { type: 'string' } }, TARIFF_USAGE);
  const [name, file, ...others] = positionals;
  const { environment = null } = values;
  if ((name !== 'verify' && name !== 'load') || file === undefined || others.length > 0) throw new TariffCommandError(`Usage: ${TARIFF_USAGE}`);
  if (environment !== null && !isEnvironment(environment))
    throw new TariffCommandError(`--environment: ${ENVIRONMENTS.join(' or ')}\nUsage: ${TARIFF_USAGE}`);
  return { name, file, environment };
}

/**
 * A tariff that can be sold from with the lists, those of the release when none are given.
 * @throws TariffCommandError naming everything that is wrong with it
 */
export function verifyTariff(text: string, lists = new ReferenceLists()): Tariff {
  const tariff = readTariff(text);
  const problems = tariffProblems(tariff, lists);
  if (problems.length > 0) throw new TariffCommandError(problems.join('\n'));
  return tariff;
}

/**
 * Loads a verified tariff as a later version; false when exactly this file is there already. Prices that are stored keep the version they name.
 * @throws TariffCommandError when it is not later than what the environment sells from
 */
export async function loadTariff(repository: TariffRepository, environment: Environment, text: string, lists = new ReferenceLists()): Promise<boolean> {
  const tariff = verifyTariff(text, lists);
  const heads = await repository.findHeads(environment, tariff.branch);
  const isThere = heads.some(({ code, version }) => code === tariff.code && version === tariff.version);
  const latest = heads.at(-1);
  if (!isThere && latest && tariff.validFrom <= latest.validFrom)
    throw new TariffCommandError(
      `validFrom: ${tariff.validFrom} is not later than ${latest.validFrom}, from which ${latest.code} version ${latest.version} counts in ${environment}.`,
    );
  try {
    return await repository.insert(environment, tariff, text);
  } catch (error) {
    throw error instanceof TariffChangedError ? new TariffCommandError(error.message) : error;
  }
}

/** @throws TariffCommandError for what is no tariff */
export function readTariff(text: string): Tariff {
  try {
    return parseTariff(JSON.parse(text), branchFormats());
  } catch (error) {
    throw new TariffCommandError(error instanceof Error ? error.message : String(error));
  }
}

function isEnvironment(text: string): text is Environment {
  return (ENVIRONMENTS as readonly string[]).includes(text);
}
