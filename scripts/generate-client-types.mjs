// Writes the types of a client of docs/openapi.json, which test/client is compiled against, when they are not there or older than the document.
// usage: node scripts/generate-client-types.mjs
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/openapi.json');
const file = join(root, 'test/client/generated/openapi.d.ts');

if (!existsSync(file) || statSync(file).mtimeMs <= statSync(document).mtimeMs) {
  const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(types));
}
