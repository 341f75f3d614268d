// Writes docs/openapi.json from the built program (npm run build first). The document needs no database and no configuration.
// usage: node scripts/write-openapi.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist', 'src');
const file = join(root, 'docs', 'openapi.json');

const { describeApplication } = await import(pathToFileURL(join(program, 'describe-application.js')));
const text = `${JSON.stringify(await describeApplication(), null, 2)}\n`;

if (process.argv.includes('--check')) {
  let written = '';
  try {
    written = readFileSync(file, 'utf8');
  } catch {
    // Not there: it differs.
  }
  if (written !== text) {
    console.error('docs/openapi.json is not what the program says: run npm run openapi and commit the result.');
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
  console.log(`docs/openapi.json: ${Object.keys(JSON.parse(text).paths).length} paths`);
}
