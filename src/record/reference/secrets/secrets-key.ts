import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSecretsKey, type Config } from '../../../config/config.js';
import { OperatorError } from '../../../common/operator-error.js';

const KEY_BYTES = 32;

/** The file is in no backup. */
export function getSecretsKeyFile({ dataDir }: Config): string {
  return join(dataDir, 'secrets.key');
}

/** Without SECRETS_KEY the embedded database gets a key file; an external one has no key. @throws OperatorError */
export async function loadSecretsKeys(config: Config): Promise<readonly Buffer[]> {
  if (config.secretsKeys.length > 0 || config.databaseUrl !== null) return config.secretsKeys;
  const file = getSecretsKeyFile(config);
  const text = (await readIfPresent(file)) ?? (await create(config.dataDir, file));
  const key = parseSecretsKey(text.trim());
  if (key !== null) return [key];
  throw new OperatorError(
    `${file} holds no key. Restore the right one, or move the file away: then a new key is created, and each webhook needs a new secret.`,
  );
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Creates the file whole or not at all. Of two starts at once the first creates it. */
async function create(folder: string, file: string): Promise<string> {
  const draft = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(folder, { recursive: true });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
