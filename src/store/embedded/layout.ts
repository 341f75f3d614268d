import { join } from 'node:path';

/** Where the embedded server keeps its things. All of it lies in one folder, so that a first start can build it aside and rename it. */
export interface Layout {
  readonly home: string;
  /** The data directory of Postgres. Its socket lies in it too: the folder is closed to everybody else. */
  readonly cluster: string;
  /** Password of both roles, mode 0600. */
  readonly passwordFile: string;
  /** The loopback port, kept from one start to the next. */
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
