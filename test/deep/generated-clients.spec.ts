import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { rolldown } from 'rolldown';
import { addDays } from '../../src/common/athens.js';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';

jest.setTimeout(900_000);

const run = promisify(execFile);
const STORIES = join(PACKAGE_ROOT, 'test/deep/generated-clients');
const DOCUMENT = join(PACKAGE_ROOT, 'docs/openapi.json');

/** Generators with the arguments of `npx`, which installs them in its cache: they are too large for the project. */
const GENERATORS = {
  'hey-api': [
    ...['--package', '@hey-api/openapi-ts@0.94.0', '--package', 'typescript@6.0.3', '--', 'openapi-ts'],
    ...['--input', DOCUMENT, '--output', 'client', '--client', '@hey-api/client-fetch', '--no-log-file'],
  ],
  'swagger-typescript-api': [
    ...['--package', 'swagger-typescript-api@13.13.0', '--', 'swagger-typescript-api', 'generate'],
    ...['--path', DOCUMENT, '--output', 'client', '--name', 'api.ts'],
  ],
} as const;

const CONFIGURATION = {
  compilerOptions: {
    ...{
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    ...{ types: ['node'], typeRoots: [join(PACKAGE_ROOT, 'node_modules/@types')] },
  },
  files: ['story.ts'],
};

const PYTHON_PACKAGES = ['openapi-python-client==0.29.0', 'mypy==1.18.2'];

const hasRegistry = await succeeds('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000']);
const hasPythonPackages = await succeeds('python3', ['-c', 'import openapi_python_client, mypy']);
const hasPythonRegistry =
  !hasPythonPackages &&
  (await succeeds('python3', ['-m', 'pip', 'index', 'versions', 'openapi-python-client', '--retries=0', '--timeout=5']));

const RESULT = {
  fire: { status: '50', gross: 332.64, refusal: '-300' },
  motor: { status: '50', gross: 309.25, bundles: expect.arrayContaining(['B1']) as unknown },
};

let app: FireApp;
let agent: FireAgent;
let folder: string;

beforeAll(async () => {
  app = await FireApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function succeeds(command: string, parameters: readonly string[]): Promise<boolean> {
  return run(command, parameters).then(
    () => true,
    () => false,
  );
}

/** Generates a client in the temporary folder, and adds its story. */
async function generate(name: keyof typeof GENERATORS): Promise<void> {
  await mkdir(join(folder, 'client'));
  await run('npx', ['--yes', ...GENERATORS[name]], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  await copyFile(join(STORIES, `${name}.ts.txt`), join(folder, 'story.ts'));
  await copyFile(join(STORIES, 'risks.ts.txt'), join(folder, 'risks.ts'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
}

async function bundle(): Promise<string> {
  const file = join(folder, 'story.mjs');
  const built = await rolldown({ input: join(folder, 'story.ts'), platform: 'node', logLevel: 'silent' });
  await built.write({ file, format: 'esm' });
  await built.close();
  return file;
}

/** Finds a Python with the packages, or installs them in the temporary folder. */
async function preparePython(): Promise<string> {
  if (hasPythonPackages) return 'python3';
  await run('python3', ['-m', 'venv', 'python'], { cwd: folder });
  const python = join(folder, 'python/bin/python3');
  await run(python, ['-m', 'pip', 'install', '--quiet', ...PYTHON_PACKAGES]);
  return python;
}

async function generatePython(python: string): Promise<void> {
  await copyFile(join(STORIES, 'openapi-python-client.py'), join(folder, 'story.py'));
  // Without hooks the code is not formatted.
  await writeFile(join(folder, 'generator.json'), JSON.stringify({ post_hooks: [] }));
  const parameters = ['--path', DOCUMENT, '--output-path', 'client', '--meta', 'none', '--config', 'generator.json'];
  await run(python, ['-m', 'openapi_python_client', 'generate', ...parameters], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
}

async function runStory(command: string, story: string, plateNo: string): Promise<unknown> {
  const { apiKey, userKey } = agent.access;
  const { stdout } = await run(command, [story], {
    cwd: folder,
    env: {
      ...process.env,
      BASE_URL: `http://127.0.0.1:${app.running.ports.port}`,
      API_KEY: apiKey,
      USER_KEY: userKey,
      START_DATE: addDays(app.clock.today(), 6),
      PLATE_NO: plateNo,
    },
  });
  return JSON.parse(stdout);
}

// `npm run test:deep` says which of these are skipped on a machine without a registry of packages.
(hasRegistry ? it : it.skip).each([
  ['hey-api', 'ΙΖΧ-4821'],
  ['swagger-typescript-api', 'ΙΖΧ-4822'],
] as const)('a client that %s generates compiles strictly and completes both stories without a cast', async (name, plateNo) => {
  agent = (await app.createAgent({ code: `G-${name.slice(0, 3)}` })).production;
  await generate(name);
  await run(join(PACKAGE_ROOT, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.json'], { cwd: folder });
  expect(await runStory(process.execPath, await bundle(), plateNo)).toEqual(RESULT);
});

(hasPythonPackages || hasPythonRegistry ? it : it.skip)(
  'a client that openapi-python-client generates passes strict checks of its types and completes both stories without a cast',
  async () => {
    agent = (await app.createAgent({ code: 'G-pyt' })).production;
    const python = await preparePython();
    await generatePython(python);
    await run(python, ['-m', 'mypy', '--strict', 'story.py'], { cwd: folder });
    expect(await runStory(python, 'story.py', 'ΙΖΧ-4823')).toEqual(RESULT);
  },
);
