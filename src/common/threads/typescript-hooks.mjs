import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Module hooks that let a thread import TypeScript sources. They translate with the compiler itself: swc, which jest uses, is native
 * code that takes the whole process down when a thread that loaded it is ended.
 */
const ts = createRequire(import.meta.url)('typescript'); // an import would first search its nine megabytes for names of exports
const OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, inlineSourceMap: true };

export async function resolve(specifier, context, nextResolve) {
  const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return nextResolve(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const source = await readFile(new URL(url), 'utf8');
  return {
    format: 'module',
    shortCircuit: true,
    source: ts.transpileModule(source, { fileName: url, compilerOptions: OPTIONS }).outputText,
  };
}
