import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PACKAGE_ROOT = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

function findPackageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return findPackageRoot(parent);
}

export const CONSOLE_FOLDER = join(PACKAGE_ROOT, 'dist/console');

export function hasConsole(): boolean {
  return existsSync(join(CONSOLE_FOLDER, 'index.html'));
}
