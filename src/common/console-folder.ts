import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.js';

/** Where `npm run build` lays the pages for people. */
export const CONSOLE_FOLDER = join(PACKAGE_ROOT, 'dist/console');

/** Whether the pages were built, and so are served. */
export function hasConsole(): boolean {
  return existsSync(join(CONSOLE_FOLDER, 'index.html'));
}
