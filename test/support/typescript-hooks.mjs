import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/**
 * Module hooks that let plain node (20) run what stands in test/ and the spec files, which are TypeScript. The program
 * itself is not translated: what they import of it is the build, as it is shipped (`npm run jest` builds it when it is
 * stale).
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
  // Options of a file would be looked for otherwise.
  swcrc: false,
};
const JEST_GLOBALS = new URL('./jest/globals.mjs', import.meta.url).href;

/** A spec file's address ends with the number of its run. */
const isSource = (url) => /\.ts(\?.*)?$/.test(url ?? '');
const isOfProgram = (url) => url.startsWith(`${ROOT}src/`) || url.startsWith(`${ROOT}migrations/`);

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
