import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../common/operator-error.js';
import { readConfig } from './config.js';
import { readSecretFiles, type Variables } from './secret-files.js';

export interface GatewayAccess {
  readonly url?: string;
  readonly apiKey?: string;
  readonly userKey?: string;
  readonly caFile?: string;
}

export function readGatewayAccess(variables: Variables = process.env): GatewayAccess {
  const values = readSecretFiles(variables);
  const given = (name: string): string | undefined => values[name]?.trim() || undefined;
  return {
    url: given('GATEWAY_URL'),
    apiKey: given('GATEWAY_API_KEY'),
    userKey: given('GATEWAY_USER_KEY'),
    caFile: given('GATEWAY_CA_FILE'),
  };
}

export type KnownAccess = Required<Omit<GatewayAccess, 'caFile'>> & GatewayAccess;

export async function findAccess(given: GatewayAccess): Promise<KnownAccess> {
  if (given.url !== undefined) return given as KnownAccess;
  const file = join(readConfig().dataDir, 'demo.json');
  try {
    const { baseUrl, apiKey, userKey, caFile } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string | null>;
    if (!baseUrl || !apiKey || !userKey) throw new SyntaxError('not a demo file');
    return {
      url: baseUrl,
      apiKey: given.apiKey ?? apiKey,
      userKey: given.userKey ?? userKey,
      caFile: given.caFile ?? caFile ?? undefined,
    };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new OperatorError(
      `Cannot read ${file} (${reason}). Start the server first (npm start), or name a gateway: --url, with its keys.`,
    );
  }
}
