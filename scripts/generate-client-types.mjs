// Writes the types of a client of docs/openapi.json, which test/client is compiled against, when they are not there or older than the document.
// usage: node scripts/generate-client-types.mjs
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/openapi.json');
const file = join(root, 'test/client/generated/openapi.d.ts');

// A program that is shipped without its tests and development packages needs none.
const isNeeded = existsSync(join(root, 'test/client'));
if (isNeeded && (!existsSync(file) || statSync(file).mtimeMs <= statSync(document).mtimeMs)) {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(types));
}
