// Writes docs/openapi.json from the built program (npm run build first), without a database or configuration.
// usage: node scripts/write-openapi.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeOrCheck } from './write-or-check.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist', 'src');

const { describeApplication } = await import(pathToFileURL(join(program, 'http/describe-application.js')));
const text = `${JSON.stringify(await describeApplication(), null, 2)}\n`;

writeOrCheck('docs/openapi.json', text, { command: 'npm run openapi', summary: `${Object.keys(JSON.parse(text).paths).length} paths` });
