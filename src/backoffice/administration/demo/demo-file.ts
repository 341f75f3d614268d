import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config/config.js';
import type { Role } from '../../../identity/user.service.js';

export interface Addresses {
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly caFile: string | null;
}

export interface DemoAccess {
  readonly programId?: number;
  readonly apiKey: string;
  readonly userKey: string;
  readonly agentCode: string;
}

export interface DemoCredentials {
  readonly email: string;
  readonly password: string;
}

export interface DemoSecrets extends DemoAccess {
  readonly secondAgent: DemoAccess;
  readonly supervisor: { readonly userKey: string; readonly agentCode: string; readonly delegates: readonly string[] };
  readonly staff: Readonly<Record<Role | 'issuing2', DemoCredentials>>;
}

export type DemoFile = Addresses & DemoSecrets;

export function getDemoFilePath(config: Config): string {
  return join(config.dataDir, 'demo.json');
}

export async function readDemoFile(path: string): Promise<DemoFile | null> {
  try {
    const file = JSON.parse(await readFile(path, 'utf8')) as Partial<DemoFile> | null;
    return isComplete(file) ? file : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file atomically; only its owner can read it. */
export async function writeDemoFile(path: string, file: DemoFile): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

function isComplete(file: Partial<DemoFile> | null): file is DemoFile {
  const secrets = [file?.apiKey, file?.userKey, file?.secondAgent?.apiKey, file?.secondAgent?.userKey, file?.supervisor?.userKey];
  return secrets.every((secret) => typeof secret === 'string') && typeof file?.staff === 'object';
}
