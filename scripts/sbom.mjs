// Writes the packages of the program in CycloneDX to standard output. `--image`: without the optional ones, which the
// image lacks.
// npm omits what a package for development also needs, so these are removed from the lock first.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const isImage = process.argv.includes('--image');
const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

const manifest = withoutOmitted(read('package.json'));
const lock = read('package-lock.json');
const isInstalled = ([, { dev, devOptional, optional }]) => !dev && !(isImage && (devOptional || optional));
const packages = Object.fromEntries(Object.entries(lock.packages).filter(isInstalled));
packages[''] = withoutOmitted(packages['']);

const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
// npm names the program by its folder.
const folder = join(temporary, manifest.name);
try {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  process.stdout.write(execFileSync('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }));
} finally {
  rmSync(temporary, { recursive: true });
}

function withoutOmitted({ devDependencies: _dev, optionalDependencies, ...others }) {
  return isImage ? others : { ...others, optionalDependencies };
}
