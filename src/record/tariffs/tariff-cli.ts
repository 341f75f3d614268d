import { readFile } from 'node:fs/promises';
import { ConfigError, readConfig } from '../../config/config.js';
import { runningDatabaseUrl } from '../../store/running-database.js';
import { Store } from '../../store/store.js';
import { loadTariff, readTariffCommand, TariffCommandError, verifyTariff, type TariffCommand } from './tariff-command.js';
import { TariffRepository } from './tariff.repository.js';

const CANNOT_DO = 2;

/** `npm run tariff -- verify|load FILE`: checks a tariff file without a database, or adds it to the running one. */
async function run(command: TariffCommand): Promise<string[]> {
  const text = await readTariffFile(command.file);
  const { code, version, validFrom } = verifyTariff(text);
  const name = `${code} version ${version}, from ${validFrom}`;
  return command.name === 'verify' ? [`${name}: nothing is wrong with it.`] : load(command, text, name);
}

async function load({ environment }: TariffCommand, text: string, name: string): Promise<string[]> {
  const config = readConfig();
  const store = await Store.open({ ...config, databaseUrl: await runningDatabaseUrl(config) });
  try {
    const repository = new TariffRepository(store);
    const lines: string[] = [];
    for (const target of environment === null ? config.environments : [environment])
      lines.push(`${name}: ${(await loadTariff(repository, target, text)) ? 'loaded' : 'was loaded already'} in ${target}.`);
    return lines;
  } finally {
    await store.close();
  }
}

async function readTariffFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new TariffCommandError(error instanceof Error ? error.message : String(error));
  }
}

/** What the operator can mend is said in words; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof TariffCommandError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const lines = await run(readTariffCommand(process.argv.slice(2)));
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = CANNOT_DO;
}
