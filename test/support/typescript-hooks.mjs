import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/**
 * Module hooks with which Node runs the TypeScript files of test/ and the spec files. Their imports of the program are
 * redirected to the build, which `npm run jest` updates.
 */

const ROOT = new URL('../../', import.meta.url).href;
const BUILD = `${ROOT}dist/`;
const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  // Prevents a search for configuration files.
  swcrc: false,
};
const JEST_GLOBALS = new URL('./jest/globals.mjs', import.meta.url).href;

/** Whether a URL is a TypeScript file; the runner adds a number to that of a spec file. */
const isSource = (url) => /\.ts(\?.*)?$/.test(url ?? '');
const PROGRAM = ['src/', 'migrations/', 'clients/typescript/src/'].map((folder) => ROOT + folder);
const isOfProgram = (url) => PROGRAM.some((folder) => url.startsWith(folder));

export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return nextResolve(JEST_GLOBALS, context);
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !isSource(context.parentURL)) return nextResolve(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  if (isOfProgram(href)) return nextResolve(href.replace(ROOT, BUILD), context);
  const source = href.replace(/\.js$/, '.ts');
  return nextResolve(existsSync(new URL(source)) ? source : href, context);
}

export async function load(url, context, nextLoad) {
  if (!isSource(url)) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...OPTIONS, filename });
  return { format: 'module', shortCircuit: true, source: code };
}
