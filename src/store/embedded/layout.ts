import { join } from 'node:path';

export const LOOPBACK = '127.0.0.1';
export const SUPERUSER = 'postgres';
/** Role and database of the product; the role owns the database and is no superuser. */
export const ROLE = 'insurance';
export const DATABASE = 'insurance';

/** Files of the embedded server. They lie in one folder, so that a first start can build it aside and rename it. */
export interface Layout {
  readonly home: string;
  /** The data directory of Postgres. */
  readonly cluster: string;
  /** Password of both roles, mode 0600. */
  readonly passwordFile: string;
  /** The loopback port, the same from one start to the next. */
  readonly portFile: string;
  readonly logFile: string;
}

export function layoutOf(dataDir: string): Layout {
  return layoutIn(join(dataDir, 'postgres'));
}

export function layoutIn(home: string): Layout {
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    portFile: join(home, 'port'),
    logFile: join(home, 'postgres.log'),
  };
}

export function loopbackUrlOf(port: number, password: string, role = ROLE, database = DATABASE): string {
  return `postgresql://${role}:${password}@${LOOPBACK}:${port}/${database}`;
}
