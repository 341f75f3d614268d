// Runs all checks that do not run the program, two at a time and the longest first, and prints their times.
// An API document that passed api-lint is not linted again while it is unchanged, except with CI=true.
// COMMAND starts together with the last check, unless an earlier one has failed.
// usage: node scripts/static.mjs [COMMAND …]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const AT_ONCE = 2;
const LINTED = join(ROOT, 'node_modules/.cache/api-lint');
const LINT_INPUTS = [
  'docs/openapi.json',
  'docs/workflows.arazzo.json',
  '.spectral.js',
  'redocly.yaml',
  'scripts/lint-openapi.mjs',
  'package-lock.json',
];

const steps = [
  ['api-lint', 'node', 'scripts/lint-openapi.mjs'],
  ['types and lint', 'oxlint', '--type-aware', '--type-check', '--report-unused-disable-directives'],
  ['openapi', 'node', 'scripts/write-openapi.mjs', '--check'],
  ['imports', 'depcruise', 'src', 'migrations', 'console/src', '--config', '.dependency-cruiser.cjs'],
  ['states', 'node', 'scripts/write-states.mjs', '--check'],
  ['errors', 'node', 'scripts/write-errors.mjs', '--check'],
  ['format', 'oxfmt', '--check'],
  ['citations', 'node', 'scripts/check-citations.mjs'],
  ['exported names', 'node', 'scripts/check-exported-names.mjs'],
  ['console texts', 'node', 'scripts/check-console-texts.mjs'],
  ['english', 'node', 'scripts/check-english.mjs'],
];

const digest = () =>
  createHash('sha256')
    .update(LINT_INPUTS.map((path) => readFileSync(join(ROOT, path))).join('\0'))
    .digest('hex');

function isLinted() {
  if (process.env.CI === 'true') return false;
  try {
    return readFileSync(LINTED, 'utf8') === digest();
  } catch {
    return false;
  }
}

/** Runs a check and shows its output if it failed. Returns whether it passed. */
function run([name, program, ...args]) {
  if (name === 'api-lint' && isLinted()) {
    console.log(`${name}: unchanged`);
    return true;
  }
  const startedAt = performance.now();
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
      if (code !== 0) console.error(output);
      if (code === 0 && name === 'api-lint') {
        mkdirSync(dirname(LINTED), { recursive: true });
        writeFileSync(LINTED, digest());
      }
      resolve(code === 0);
    });
  });
}

/** Runs a command and shows its output at once. Returns whether it succeeded. */
function runOpenly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

for (const script of ['build-if-stale', 'generate-client-types']) {
  const { status } = spawnSync(process.execPath, [join(ROOT, `scripts/${script}.mjs`)], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const waiting = [...steps];
const results = [];
const work = async () => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) results.push(await run(step));
};
const working = Array.from({ length: AT_ONCE }, work);
await Promise.race(working);
const [command, ...args] = process.argv.slice(2);
if (command !== undefined && !results.includes(false)) results.push(await runOpenly(command, args));
await Promise.all(working);
if (results.includes(false)) {
  console.error('FAILED: see above.');
  process.exit(1);
}
