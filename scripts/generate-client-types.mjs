// Writes the types of docs/openapi.json, if they are missing or older: client/openapi.d.ts for console and tests, and
// clients/typescript/src/openapi.ts, with the operations of integrators, for the client that they install. The program
// imports the client, so this precedes its build.
// usage: node scripts/generate-client-types.mjs
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/openapi.json');
const FILES = [
  { file: join(root, 'client/openapi.d.ts'), select: (all) => all },
  {
    file: join(root, 'clients/typescript/src/openapi.ts'),
    select: async (all) => (await importSource('src/gateway/documentation/select-operations.ts')).selectOperations(all, 'integrators'),
  },
];

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
// An installation without sources and development packages needs no types.
const isNeeded = existsSync(join(root, 'console/src'));
for (const { file, select } of FILES) {
  if (!isNeeded || modifiedAt(file) > modifiedAt(document)) continue;
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const types = await openapiTypescript(await select(JSON.parse(readFileSync(document, 'utf8'))));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(types));
}

/** Imports a source file that imports no other. */
async function importSource(path) {
  const { default: ts } = await import('typescript');
  const source = readFileSync(join(root, path), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}
