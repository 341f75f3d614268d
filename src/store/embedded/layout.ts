import { join } from 'node:path';

export const LOOPBACK = '127.0.0.1';
export const SUPERUSER = 'postgres';
export const ROLE = 'insurance';
export const DATABASE = 'insurance';

export interface Layout {
  readonly home: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly logFile: string;
}

export function buildLayout(dataDir: string): Layout {
  return buildLayoutIn(join(dataDir, 'postgres'));
}

export function buildLayoutIn(home: string): Layout {
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    portFile: join(home, 'port'),
    logFile: join(home, 'postgres.log'),
  };
}

export function buildLoopbackUrl(port: number, password: string, role = ROLE, database = DATABASE): string {
  return `postgresql://${role}:${password}@${LOOPBACK}:${port}/${database}`;
}
