// Writes client/openapi.d.ts, the types of docs/openapi.json for console and tests, if it is missing or older.
// usage: node scripts/generate-client-types.mjs
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/openapi.json');
const file = join(root, 'client/openapi.d.ts');

// An installation without sources and development packages needs no types.
const isNeeded = existsSync(join(root, 'console/src'));
if (isNeeded && (!existsSync(file) || statSync(file).mtimeMs <= statSync(document).mtimeMs)) {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, astToString(types));
}
