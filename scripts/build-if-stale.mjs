import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Builds the program and the console if dist lacks them or they are older than their sources. `nest build` also writes
// files when types are wrong, so only the stamp after a successful build counts. It empties dist, so the console
// follows.
// usage: node scripts/build-if-stale.mjs
const ROOT = join(import.meta.dirname, '..');
/** Written by the build itself. */
const GENERATED = join(ROOT, 'clients/typescript/src/openapi.ts');
const PARTS = [
  {
    name: 'the program, which takes half a minute or so',
    folder: 'dist',
    entry: 'src/main.js',
    sources: [
      'src',
      'clients/typescript/src',
      'migrations',
      'tsconfig.json',
      'tsconfig.build.json',
      'nest-cli.json',
      'package-lock.json',
      'scripts/bundle.mjs',
    ],
    steps: () => [
      ['scripts/generate-client-types.mjs'],
      [createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js'), 'build'],
      ['scripts/bundle.mjs'],
    ],
  },
  {
    name: 'the pages of the console',
    folder: 'dist/console',
    entry: 'index.html',
    sources: ['console', 'package-lock.json'],
    steps: () => [['node_modules/vite/bin/vite.js', 'build', '-c', 'console/vite.config.mjs']],
  },
];

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Returns the latest change of a file or below a folder. Folders count too, because they change when a file is
 * removed.
 */
function newestIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return modifiedAt(path);
  const entries = readdirSync(path).map((name) => join(path, name));
  return Math.max(modifiedAt(path), ...entries.filter((entry) => entry !== GENERATED).map(newestIn));
}

function isFresh({ folder, entry, sources }) {
  if (!existsSync(join(ROOT, sources[0]))) return true; // A shipped dist without sources.
  if (!existsSync(join(ROOT, folder, entry))) return false;
  const builtAt = modifiedAt(join(ROOT, folder, '.built'));
  return sources.every((source) => newestIn(join(ROOT, source)) < builtAt);
}

function build({ name, folder, entry, steps }) {
  const startedAt = new Date();
  const stamp = join(ROOT, folder, '.built');
  // On standard error: the output of a command may go into a file.
  console.error(`Building ${name} …`);
  rmSync(stamp, { force: true });
  for (const step of steps()) {
    const { status, error } = spawnSync(process.execPath, step, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (status === 0) continue;
    console.error(`The build failed${error ? `: ${error.message}` : ''}. The program was not started.`);
    process.exit(1);
  }
  if (!existsSync(join(ROOT, folder, entry))) {
    console.error(`The build did not write ${folder}/${entry}. The program was not started.`);
    process.exit(1);
  }
  // Dated at the beginning of the build, so that a change during the build causes another one.
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

for (const part of PARTS) if (!isFresh(part)) build(part);
