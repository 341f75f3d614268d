import { spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.js';
import { findPackage, provideBinaries } from '../../src/store/embedded/binaries.js';
import { EmbeddedPostgres } from '../../src/store/embedded/embedded-postgres.js';
import { buildLayout } from '../../src/store/embedded/layout.js';
import { findRunningDatabaseUrl } from '../../src/store/running-database.js';
import { queryDatabase, removeDataDir, findServerPid, startServer, createDataDir } from '../support/embedded.js';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;

describe('EmbeddedPostgres', () => {
  let dataDir: string;
  let server: EmbeddedPostgres | null = null;

  beforeAll(async () => {
    dataDir = await createDataDir();
    await (await startServer(dataDir)).stop();
  });
  afterEach(async () => {
    await server?.stop();
    server = null;
  });
  afterAll(() => removeDataDir(dataDir));

  it('keeps data, port and password from one start to the next', async () => {
    server = await startServer(dataDir);
    const { url } = server;
    await queryDatabase(url, 'CREATE TABLE kept (id integer); INSERT INTO kept VALUES (7)');
    await server.stop();
    expect(await findServerPid(dataDir)).toBeNull();
    server = await startServer(dataDir);
    expect(server.url).toBe(url);
    expect(await queryDatabase(url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  });

  it('writes to disk before it acknowledges', async () => {
    server = await startServer(dataDir);
    const settings = `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')`;
    for (const { setting } of await queryDatabase<{ setting: string }>(server.url, settings)) expect(setting).toBe('on');
  });

  it('supports Greek', async () => {
    server = await startServer(dataDir);
    await queryDatabase(server.url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
    expect(
      await queryDatabase(
        server.url,
        `SELECT lower('ΆΛΦΑ') AS small, similarity('Γιώργος', 'Γιώργου') > 0.5 AS similar, 'άλφα' < 'Βήτα' AS ordered, current_setting('server_encoding') AS encoding`,
      ),
    ).toEqual([{ small: 'άλφα', similar: true, ordered: true, encoding: 'UTF8' }]);
  });

  it('protects the data and the password from other users', async () => {
    const layout = buildLayout(dataDir);
    expect((await stat(layout.cluster)).mode & 0o777).toBe(0o700);
    expect((await stat(layout.passwordFile)).mode & 0o777).toBe(0o600);
    expect((await stat(layout.logFile)).mode & 0o777).toBe(0o600);
    server = await startServer(dataDir);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(queryDatabase(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('gives the program a role that is not a superuser', async () => {
    server = await startServer(dataDir);
    expect(await queryDatabase(server.url, 'SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolname: 'insurance', rolsuper: false },
    ]);
  });

  it('listens on the loopback address, and gives other programs its URL', async () => {
    server = await startServer(dataDir);
    expect(await findRunningDatabaseUrl(readConfig({ DATA_DIR: dataDir }))).toBe(server.url);
    expect(await queryDatabase(server.url, 'SELECT host(inet_server_addr()) AS address')).toEqual([{ address: '127.0.0.1' }]);
    await server.stop();
    await expect(findRunningDatabaseUrl(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow(/No database is running in .*npm start/);
  });

  it('uses another port when its own is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await writeFile(buildLayout(dataDir).portFile, `${port}\n`);
    server = await startServer(dataDir);
    other.close();
    expect(Number(await readFile(buildLayout(dataDir).portFile, 'utf8'))).not.toBe(port);
    expect(await queryDatabase(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('keeps the values of rows out of its log', async () => {
    server = await startServer(dataDir);
    await queryDatabase(server.url, 'CREATE TABLE IF NOT EXISTS person (afm text PRIMARY KEY)');
    const insert = `INSERT INTO person VALUES ('094259216')`;
    await queryDatabase(server.url, insert);
    await expect(queryDatabase(server.url, insert)).rejects.toMatchObject({ code: '23505' });
    expect(await readFile(buildLayout(dataDir).logFile, 'utf8')).not.toContain('094259216');
  });

  it('starts over a stale lock whose process id belongs to another process', async () => {
    const { cluster, portFile } = buildLayout(dataDir);
    const port = (await readFile(portFile, 'utf8')).trim();
    // Postgres would ignore a process of the same user.
    const other = spawn('sleep', ['60'], isRoot ? { uid: 65_534, gid: 65_534 } : {});
    await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n/elsewhere\n1\n${port}\n\n\n\nready\n`);
    server = await startServer(dataDir);
    expect(await queryDatabase(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    other.kill();
  });

  it('rotates a large log', async () => {
    const { logFile } = buildLayout(dataDir);
    await writeFile(logFile, Buffer.alloc(5_000_001));
    server = await startServer(dataDir);
    expect((await stat(logFile)).size).toBeLessThan(10_000);
    expect((await stat(`${logFile}.1`)).size).toBe(5_000_001);
  });

  it('refuses the data of another version and says what to do', async () => {
    const file = join(buildLayout(dataDir).cluster, 'PG_VERSION');
    await writeFile(file, '17\n');
    await expect(startServer(dataDir)).rejects.toThrow(/created by Postgres 17, but this program includes Postgres 18.*DATABASE_URL/s);
    await writeFile(file, '18\n');
  });

  it('reports the server’s own reason when it does not start', async () => {
    const refused = EmbeddedPostgres.start({ dataDir, maxConnections: 40, settings: { shared_buffers: 'plenty' } });
    await expect(refused).rejects.toThrow(/does not start.*shared_buffers/s);
    expect(await findServerPid(dataDir)).toBeNull();
  });
});

describe('the folders of EmbeddedPostgres', () => {
  let parent: string;
  let server: EmbeddedPostgres | null = null;

  beforeEach(async () => {
    parent = await createDataDir();
  });
  afterEach(async () => {
    await server?.stop();
    server = null;
    await chmod(parent, 0o755);
    await rm(parent, { recursive: true, force: true });
  });

  it('may have a long path', async () => {
    const dataDir = join(parent, 'a'.repeat(60), 'b'.repeat(60));
    server = await startServer(dataDir);
    expect(await queryDatabase(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('may have blanks and Greek letters in their names', async () => {
    server = await startServer(join(parent, "τα δεδομένα 100% & 'όλα'"));
    expect(await queryDatabase(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  asRoot('may be in a folder that the server of a root process cannot enter', async () => {
    await chmod(parent, 0o700);
    const dataDir = join(parent, 'data');
    server = await startServer(dataDir);
    await queryDatabase(server.url, 'CREATE EXTENSION pg_trgm; CREATE TABLE kept AS SELECT 1 AS id');
    await queryDatabase(server.url, 'VACUUM FREEZE');
    await server.stop();
    server = await startServer(dataDir);
    expect(await queryDatabase(server.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  asRoot('may come from a backup that root has unpacked', async () => {
    server = await startServer(parent);
    await queryDatabase(server.url, 'CREATE TABLE kept AS SELECT 1 AS id');
    await server.stop();
    const restored = join(parent, 'restored');
    await mkdir(restored);
    await cp(join(parent, 'postgres'), join(restored, 'postgres'), { recursive: true });
    server = await startServer(restored);
    expect(await queryDatabase(server.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('are cleaned after an interrupted first start', async () => {
    const abandoned = join(parent, 'postgres.new-999999999');
    await mkdir(join(abandoned, 'cluster'), { recursive: true });
    server = await startServer(parent);
    await expect(lstat(abandoned)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are not used when they contain something else', async () => {
    await mkdir(join(parent, 'postgres', 'important'), { recursive: true });
    await expect(startServer(parent)).rejects.toThrow(/contains no database/);
    await lstat(join(parent, 'postgres', 'important'));
  });

  it('contain a copy of programs that the server cannot reach, with the links of an install script', async () => {
    const packageFolder = join(parent, 'closed', 'package');
    await cp(findPackage(), packageFolder, { recursive: true, verbatimSymlinks: true });
    const links = JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) await rm(join(packageFolder, target), { force: true });
    await chmod(join(parent, 'closed'), 0o700);
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : null;
    const binaries = await provideBinaries(join(parent, 'data'), user, packageFolder);
    expect(binaries.folder.startsWith(join(parent, user === null ? 'closed' : 'data'))).toBe(true);
    for (const { target } of links) await stat(join(binaries.folder, '../..', target));
    // The second start uses the existing copy.
    expect(await provideBinaries(join(parent, 'data'), user, packageFolder)).toEqual(binaries);
  });
});
