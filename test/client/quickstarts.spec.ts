import { jest } from '@jest/globals';
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdir, readFile, stat, symlink, copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMigratedDataDir } from '../support/embedded.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { createTemporaryFolder } from '../support/temporary.js';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const PACKAGES = ['openapi-fetch', 'standardwebhooks', '@types/node'];
const SHOWN = [
  /^Application \d+, status 01, 332\.64 EUR$/m,
  /^Policy P\d{9}/m,
  /^policy\.pdf is written\.$/m,
  /^-110 at fire_application\.insured\.afm$/m,
];

// Packing and compiling the client are slow on a busy machine.
jest.setTimeout(300_000);

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer();
  folder = await createTemporaryFolder('disk');
  server = await ServerProcess.start(await createMigratedDataDir());
  await installClient();
});
afterAll(() => server.destroy());

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

function run(program: string, args: readonly string[], cwd = folder): Promise<Run> {
  const { baseUrl, apiKey, userKey, caFile } = server.demo;
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GATEWAY_URL: baseUrl,
    GATEWAY_API_KEY: apiKey,
    GATEWAY_USER_KEY: userKey,
    GATEWAY_CA_FILE: caFile ?? undefined,
  };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, encoding: 'utf8' }, (error: ExecFileException | null, output: string, complaints: string) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: output + complaints }),
    );
  });
}

/** Packs the client and installs it into the folder, with the packages of the project instead of a registry's. */
async function installClient(): Promise<void> {
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], join(ROOT, 'clients/typescript'));
  expect(packed).toEqual({ exitCode: 0, output: expect.stringMatching(/^insurance-gateway-client-[\d.]+\.tgz\n$/) });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'insurance-gateway-client'), { recursive: true });
  expect(
    (await run('tar', ['xzf', packed.output.trim(), '--strip-components=1', '-C', 'node_modules/insurance-gateway-client'])).output,
  ).toBe('');
  for (const name of PACKAGES) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
}

async function expectPolicy({ exitCode, output }: Run): Promise<void> {
  expect([exitCode, output]).toEqual([0, expect.anything()]);
  for (const line of SHOWN) expect(output).toMatch(line);
  expect(await readFile(join(folder, 'policy.pdf'), 'latin1')).toMatch(/^%PDF-/);
  for (const key of [server.demo.apiKey, server.demo.userKey]) expect(output).not.toContain(key);
}

async function isInstalled(program: string): Promise<boolean> {
  return (await run('which', [program])).exitCode === 0;
}

describe('the quickstart', () => {
  it('in TypeScript compiles strictly with the packed client, and issues a policy', async () => {
    await copyFile(join(ROOT, 'examples/typescript/quickstart.ts'), join(folder, 'quickstart.ts'));
    const strict = [
      '--strict',
      '--skipLibCheck',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
    ];
    expect(await run(process.execPath, [TSC, ...strict, 'quickstart.ts'])).toEqual({ exitCode: 0, output: '' });
    await expectPolicy(await run(process.execPath, ['quickstart.js']));
  });

  it('in Python issues a policy with the standard library only', async () => {
    if (!(await isInstalled('python3'))) return console.warn('python3 is not installed.');
    await expectPolicy(await run('python3', [join(ROOT, 'examples/python/quickstart.py')]));
  });

  it('in C# compiles without a warning', async () => {
    if (!(await isInstalled('dotnet'))) return console.warn('dotnet is not installed.');
    expect((await run('dotnet', ['build', join(ROOT, 'examples/csharp'), '--output', join(folder, 'csharp')])).exitCode).toBe(0);
  });

  it('has no cast and nothing unused', async () => {
    const text = await readFile(join(ROOT, 'examples/typescript/quickstart.ts'), 'utf8');
    expect(text.match(/\bas (?!const\b)\w+|\bany\b|@ts-/g)).toBeNull();
    expect((await stat(join(folder, 'policy.pdf'))).size).toBeGreaterThan(1000);
  });
});
