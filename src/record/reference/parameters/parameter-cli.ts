import { toLocalDate } from '../../../common/athens.js';
import { SystemClock } from '../../../common/clock.js';
import { readTextFile } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { withRunningStore } from '../../../store/running-database.js';
import { ParameterRepository } from '../lists/parameter.repository.js';
import { getListsInForce } from '../lists/parameter-version.service.js';
import { TariffRepository } from '../tariffs/tariff.repository.js';
import { readParameterCommand, formatListFile } from './parameter-command.js';
import { loadParameters } from './parameter-loading.js';

export function runParameters(args: readonly string[]): Promise<string> {
  const command = readParameterCommand(args);
  const config = readConfig();
  const text = command.name === 'show' ? null : readTextFile(command.file);
  return withRunningStore(config, async (store) => {
    const parameters = new ParameterRepository(store);
    const today = toLocalDate(new SystemClock().now());
    if (command.name === 'show') return formatListFile(await getListsInForce(parameters, today), command.list, today);

    const isTrial = command.name === 'verify';
    const target = { parameters, tariffs: new TariffRepository(store), environments: config.environments, today };
    const loaded = await loadParameters(target, text ?? '', isTrial);
    const names = loaded.map(({ list, version }) => `${list} version ${version}`).join(', ');
    if (names === '') return 'Everything in the file is loaded already.';
    return isTrial ? `The file is valid. Loading it would create ${names}.` : `Loaded: ${names}.`;
  });
}
