import { join } from 'node:path';
import { DatabaseSetupError } from '../../src/store/first-connection.js';
import { Store } from '../../src/store/store.js';
import { buildTestConfig } from '../support/running.js';
import { createDataDir, queryDatabase, removeDataDir } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';
import { runCommand } from '../support/program.js';
import { hasSystemPostgres, SystemPostgres } from '../support/system-postgres.js';

const describeWithPostgres = hasSystemPostgres() ? describe : describe.skip;
const READ_PORT = 'SELECT inet_server_port() AS port';

describeWithPostgres('DATABASE_URL with several hosts', () => {
  let first: SystemPostgres;
  let second: SystemPostgres;
  let folder: string;
  let url: string;
  let store: Store;

  beforeAll(async () => {
    folder = await createDataDir();
    first = await SystemPostgres.start();
    await queryDatabase(first.url, 'CREATE DATABASE gateway');
    second = await first.startStandby('second');
    url = `postgresql://postgres@${second.host},${first.host}/gateway`;
    store = await Store.open(buildTestConfig(folder, { databaseUrl: url, databasePoolSize: 2 }));
  });
  afterAll(async () => {
    await store.close();
    await Promise.all([first.stop(), second.stop(), removeDataDir(folder)]);
  });

  async function readPort(): Promise<number> {
    const [row] = await store.query<{ port: number }>('production', READ_PORT);
    return row!.port;
  }

  const portOf = ({ host }: SystemPostgres): number => Number(host.split(':')[1]);

  it('migrations, calls, streams and commands use the host that takes writes, wherever it is in the list', async () => {
    expect(await readPort()).toBe(portOf(first));
    for await (const [row] of store.stream<{ port: number }>('production', READ_PORT, [])) expect(row!.port).toBe(portOf(first));
    expect(await runCommand(['migrations', 'pending'], { DATABASE_URL: url })).toMatchObject({ code: 0, out: 'Nothing is pending.\n' });
    expect(await runCommand(['backup', join(folder, 'backup')], { DATABASE_URL: url })).toMatchObject({ code: 0, err: '' });
    expect(await runCommand(['ledger', 'verify'], { DATABASE_URL: url })).toMatchObject({ code: 0, err: '' });
  });

  it('commands say which hosts are standbys when none takes writes', async () => {
    const standbys = `postgresql://postgres@${second.host},127.0.0.1:1/gateway`;
    await expect(Store.openWithoutMigrating(buildTestConfig(folder, { databaseUrl: standbys }))).rejects.toThrow(DatabaseSetupError);
    const { code, err } = await runCommand(['migrations', 'pending'], { DATABASE_URL: standbys });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`No host of the database takes writes: ${second.host} is a standby; 127.0.0.1:1 .*ECONNREFUSED`));
  });

  it('calls move to the promoted standby, and never back to the former primary (gateway.81)', async () => {
    first.crash();
    second.promote();
    const count = () => store.query('production', 'SELECT count(*) FROM application');
    await eventually('a call succeeds', () =>
      count().then(
        () => true,
        () => false,
      ),
    );
    expect(await readPort()).toBe(portOf(second));
    first.resume();
    second.crash();
    // The former primary takes writes, but is on an older timeline.
    await expect(count()).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await expect(count()).rejects.toThrow();
    second.resume();
    await eventually('a call succeeds', () =>
      count().then(
        () => true,
        () => false,
      ),
    );
    expect(await readPort()).toBe(portOf(second));
  });

  it('calls leave a primary that no longer responds, and ignore it when it is back', async () => {
    const third = await second.startStandby('third');
    const others = await Store.open(
      buildTestConfig(folder, { databaseUrl: `postgresql://postgres@${second.host},${third.host}/gateway`, databasePoolSize: 2 }),
    );
    const readOther = async (): Promise<number | null> =>
      others.query<{ port: number }>('production', READ_PORT).then(
        ([row]) => row!.port,
        () => null,
      );
    try {
      expect(await readOther()).toBe(portOf(second));
      const thaw = await second.freeze();
      third.promote();
      await eventually('a call is served by the promoted host', async () => (await readOther()) === portOf(third), 20_000);
      thaw();
      for (let call = 0; call < 20; call += 1) expect(await readOther()).toBe(portOf(third));
    } finally {
      await others.close();
      await third.stop();
    }
  });
});
