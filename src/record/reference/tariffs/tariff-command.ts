import { ENVIRONMENTS, type Environment } from '../../../common/environment.js';
import { parseCommandLine } from '../../../common/run-command.js';
import { parseTariff, type Tariff } from '../../../pricing/tariff.js';
import { getBranchFormats } from '../products/line-table.js';
import { addProductInformation } from './tariff-corrections.js';
import { ReferenceLists } from '../lists/reference-lists.js';
import { TariffChangedError, type TariffRepository } from './tariff.repository.js';
import { findMissingInformation, findTariffProblems } from './tariff-verification.js';
import { OperatorError } from '../../../common/operator-error.js';

const TARIFF_USAGE = 'npm run tariff -- verify|load FILE [--environment production|sandbox]';

export interface TariffCommand {
  readonly name: 'verify' | 'load';
  readonly file: string;
  readonly environment: Environment | null;
}

export function readTariffCommand(args: readonly string[]): TariffCommand {
  const { positionals, values } = parseCommandLine(args, { environment: { type: 'string' } }, TARIFF_USAGE);
  const [name, file, ...others] = positionals;
  const { environment = null } = values;
  if ((name !== 'verify' && name !== 'load') || file === undefined || others.length > 0) throw new OperatorError(`Usage: ${TARIFF_USAGE}`);
  if (environment !== null && !isEnvironment(environment))
    throw new OperatorError(`--environment: ${ENVIRONMENTS.join(' or ')}\nUsage: ${TARIFF_USAGE}`);
  return { name, file, environment };
}

/** @throws OperatorError naming everything that is wrong with it */
export function verifyTariff(text: string, lists = new ReferenceLists()): Tariff {
  const tariff = readTariff(text);
  const problems = findTariffProblems(tariff, lists);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return tariff;
}

export function verifyForSale(text: string): Tariff {
  const tariff = verifyTariff(text);
  const missing = findMissingInformation(tariff);
  if (missing.length > 0) throw new OperatorError(missing.join('\n'));
  return tariff;
}

export async function loadTariff(
  repository: TariffRepository,
  environment: Environment,
  text: string,
  lists = new ReferenceLists(),
): Promise<boolean> {
  const tariff = verifyTariff(text, lists);
  const heads = await repository.findHeads(environment, tariff.branch);
  const isThere = heads.some(({ code, version }) => code === tariff.code && version === tariff.version);
  const latest = heads.at(-1);
  if (!isThere && latest && tariff.validFrom <= latest.validFrom)
    throw new OperatorError(
      `validFrom: ${tariff.validFrom} is not later than ${latest.validFrom}, from which ${latest.code} version ${latest.version} counts in ${environment}.`,
    );
  try {
    return await repository.insert(environment, tariff, text);
  } catch (error) {
    throw error instanceof TariffChangedError ? new OperatorError(error.message) : error;
  }
}

export function readTariff(text: string): Tariff {
  try {
    return parseTariff(addProductInformation(JSON.parse(text)), getBranchFormats());
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}

function isEnvironment(text: string): text is Environment {
  return (ENVIRONMENTS as readonly string[]).includes(text);
}
