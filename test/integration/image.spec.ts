import { readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createImageFolder, readImageFile, type ImageFile } from '../support/image-tree.js';
import { NodeProcess } from '../support/node-process.js';
import { buildServer } from '../support/process.js';
import { createTemporaryFolder } from '../support/temporary.js';

const BUILD_TIMEOUT_MS = 300_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe('the files of the image', () => {
  let image: ImageFile;
  let folder: string;
  let database: TestDatabase;
  let empty: TestDatabase;
  let node: NodeProcess;

  beforeAll(async () => {
    await buildServer();
    [image, folder, database, empty] = await Promise.all([
      readImageFile(),
      createTemporaryFolder('disk'),
      createTestDatabase(),
      createTestDatabase({}, 'empty'),
    ]);
    await createImageFolder(image, folder);
    node = await NodeProcess.start({ DATABASE_URL: database.url, DATA_DIR: database.config.dataDir, NODE_ENV: 'production' }, folder);
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await node.stop();
    await Promise.all([database.drop(), empty.drop(), rm(folder, { recursive: true, force: true })]);
  });

  function run(program: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NODE_ENV: 'production',
      npm_config_update_notifier: 'false',
      DATABASE_URL: database.url,
      DATA_DIR: database.config.dataDir,
      ...variables,
    };
    return new Promise((resolve) => {
      const child = spawn(program, args, { cwd: folder, env });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.once('close', (code) => resolve({ code, out, err }));
    });
  }

  const command = (args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended> =>
    run('npm', ['run', '-s', args[0] ?? '', '--', ...args.slice(1)], variables);

  it('start what `npm start` and the Dockerfile start, and its health check succeeds', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    expect(image.command).toEqual(scripts.start.split(' '));
    const [program = '', ...args] = image.healthcheck;
    expect(await run(program, args, { PORT: String(node.port) })).toMatchObject({ code: 0, err: '' });
    expect(await run(program, args, { PORT: '1' })).toMatchObject({ code: 1 });
    for (const path of ['/openapi.json', '/docs']) expect((await node.client.get(path)).status).toBe(200);
  });

  it.each([
    [['admin', 'create', '--email', 'first@insurer.example', '--name', 'First Admin'], /^https:\/\/\S+\n$/],
    [['database-url'], /^postgres(ql)?:\/\/\S+\n$/],
    [['ledger', 'verify'], /^The ledger has no errors\.\n$/],
    [['migrations', 'pending'], /^Nothing is pending\.\n$/],
    [['migrations', 'run'], /^The database fits this program\.\n$/],
    [['parameters', 'show', 'banks'], /^\{\n {2}"validFrom"/],
    [['tariff', 'verify', 'tariffs/fire-sample-1.json'], /nothing is wrong with it\.\n$/],
  ])('run npm run %j', async (args, output) => {
    const { code, out, err } = await command(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(output);
  });

  it('list the packages of the program in CycloneDX, without those of its tests', async () => {
    const { bomFormat, components } = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(bomFormat).toBe('CycloneDX');
    expect(names).toEqual(expect.arrayContaining(['express', 'pg', 'typeorm']));
    expect(names).not.toContain('jest');
    expect(components.every(({ version, purl }) => version !== '' && purl.startsWith('pkg:npm/'))).toBe(true);
  });

  it('write a backup and restore it, or say which pg_dump is needed', async () => {
    const file = join(database.config.dataDir, 'all.dump');
    const { code, err } = await command(['backup', file]);
    if (code === 2) return expect(err).toMatch(/^pg_dump is .*\. Install the client programs of PostgreSQL \d+ or newer\.\n$/);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await command(['restore', file], { DATABASE_URL: empty.url })).toMatchObject({ code: 0, err: '' });
    expect(await command(['ledger', 'verify'], { DATABASE_URL: empty.url })).toMatchObject({ code: 0, err: '' });
  });

  it('load a parameter list', async () => {
    const { out } = await command(['parameters', 'show', 'banks']);
    const file = join(database.config.dataDir, 'banks.json');
    await writeFile(file, out);
    expect(await command(['parameters', 'verify', file])).toMatchObject({ code: 0, err: '' });
  });

  it('report in one line what is impossible, with exit code 2', async () => {
    for (const name of ['admin', 'restore', 'migrations']) {
      const { code, out, err } = await command([name]);
      expect([name, code, out]).toEqual([name, 2, '']);
      expect(err).toMatch(/^Usage: npm run /);
    }
    const nowhere = await command(['ledger', 'verify'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect(nowhere).toMatchObject({ code: 2, out: '' });
    expect(nowhere.err).toMatch(/^The database at 127\.0\.0\.1:1 does not respond: [^\n]*ECONNREFUSED[^\n]*\n$/);
  });
});
