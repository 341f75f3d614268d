import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Builds the program and its pages when they are missing in dist or older than anything they are made from. `nest
 * build` writes dist even when the types are wrong, so only the stamp written after a build without errors counts, not
 * the files. It empties dist, so the pages come after it.
 */
const ROOT = join(import.meta.dirname, '..');
const PARTS = [
  {
    name: 'the program, which takes half a minute or so',
    folder: 'dist',
    entry: 'src/main.js',
    sources: ['src', 'migrations', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json', 'scripts/bundle.mjs'],
    steps: () => [[createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js'), 'build'], ['scripts/bundle.mjs']],
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

/** The newest change of a file, or below a folder; the folders count too, for a file that was removed or renamed. */
function newestIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return modifiedAt(path);
  return Math.max(modifiedAt(path), ...readdirSync(path).map((name) => newestIn(join(path, name))));
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
    console.error(`The build failed${error ? `: ${error.message}` : ''}; nothing is started.`);
    process.exit(1);
  }
  if (!existsSync(join(ROOT, folder, entry))) {
    console.error(`The build made no ${folder}/${entry}; nothing is started.`);
    process.exit(1);
  }
  // Dated at the beginning of the build: what was changed while it ran makes the next start build again.
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

for (const part of PARTS) if (!isFresh(part)) build(part);
