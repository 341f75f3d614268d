import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Builds when dist is missing or older than anything it is made from. `nest build` writes dist even when the types are wrong, so only the stamp
 * written after a build without errors counts, not the files.
 */
const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/.built');
const ENTRY = join(ROOT, 'dist/src/main.js');
const FOLDERS = ['src', 'migrations'];
const FILES = ['tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json', 'scripts/bundle.mjs'];

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The newest change below a folder; the folders count too, for a file that was removed or renamed. */
function newestIn(folder) {
  let newest = modifiedAt(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : modifiedAt(path));
  }
  return newest;
}

function isFresh() {
  if (!existsSync(ENTRY)) return false;
  if (!existsSync(join(ROOT, 'src'))) return true; // A shipped dist without sources.
  const builtAt = modifiedAt(STAMP);
  const changes = [...FOLDERS.map((folder) => newestIn(join(ROOT, folder))), ...FILES.map((file) => modifiedAt(join(ROOT, file)))];
  return changes.every((changedAt) => changedAt < builtAt);
}

if (!isFresh()) {
  const startedAt = new Date();
  // On standard error: the output of a command may go into a file.
  console.error('Building the program, which takes half a minute or so …');
  rmSync(STAMP, { force: true });
  const nest = createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js');
  for (const step of [[nest, 'build'], ['scripts/bundle.mjs']]) {
    const { status, error } = spawnSync(process.execPath, step, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    if (status === 0) continue;
    console.error(`The build failed${error ? `: ${error.message}` : ''}; nothing is started.`);
    process.exit(1);
  }
  if (!existsSync(ENTRY)) {
    console.error('The build made no dist/src/main.js; nothing is started.');
    process.exit(1);
  }
  // Dated at the beginning of the build: what was changed while it ran makes the next start build again.
  writeFileSync(STAMP, '');
  utimesSync(STAMP, startedAt, startedAt);
}
