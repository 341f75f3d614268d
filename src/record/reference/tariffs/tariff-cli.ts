import { readTextFile } from '../../../common/run-command.js';
import { readConfig } from '../../../config/config.js';
import { withRunningStore } from '../../../store/running-database.js';
import type { Tariff } from '../../../pricing/tariff.js';
import { ParameterRepository } from '../lists/parameter.repository.js';
import { getListsInForce } from '../lists/parameter-version.service.js';
import { loadTariff, readTariff, readTariffCommand, verifyForSale, verifyTariff, type TariffCommand } from './tariff-command.js';
import { findMissingInformation } from './tariff-verification.js';
import { releasedTitles } from './tariff-titles.js';
import { TariffRepository } from './tariff.repository.js';

export async function runTariff(args: readonly string[]): Promise<string> {
  const command = readTariffCommand(args);
  const text = readTextFile(command.file);
  const lines = command.name === 'verify' ? formatVerified(verifyForSale(text)) : await load(command, text);
  return lines.join('\n');
}

function formatVerified(tariff: Tariff): string[] {
  const missing = releasedTitles.missingIn(tariff).map((item) => `Without titleEn: ${item}`);
  return [`${getName(tariff)}: nothing is wrong with it.`, ...missing];
}

function getName({ code, version, validFrom }: Tariff): string {
  return `${code} version ${version}, from ${validFrom}`;
}

function load({ environment }: TariffCommand, text: string): Promise<string[]> {
  const config = readConfig();
  return withRunningStore(config, async (store) => {
    const repository = new TariffRepository(store);
    const lists = await getListsInForce(new ParameterRepository(store), readTariff(text).validFrom);
    const tariff = verifyTariff(text, lists);
    const name = getName(tariff);
    const lines = findMissingInformation(tariff).map((missing) => `${name}: ${missing}`);
    for (const target of environment === null ? config.environments : [environment])
      lines.push(`${name}: ${(await loadTariff(repository, target, text, lists)) ? 'loaded' : 'was loaded already'} in ${target}.`);
    return lines;
  });
}
