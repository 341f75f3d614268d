// Writes docs/errors.md from the error catalogue of the built program (npm run build first).
// usage: node scripts/write-errors.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { table } from './markdown-table.mjs';
import { writeOrCheck } from './write-or-check.mjs';

const program = join(fileURLToPath(new URL('..', import.meta.url)), 'dist', 'src');
const load = (path) => import(pathToFileURL(join(program, path)));
const { ERROR_TEXTS } = await load('common/error-codes.js');
const { HTTP_STATUS } = await load('gateway/call/http-status.js');
const { GATEWAY_ERRORS } = await load('gateway/call/gateway-error.js');
const { ERROR_GUIDE, GATEWAY_ERROR_GUIDE } = await load('gateway/documentation/error-guide.js');

/** Blocks of service errors: title, and the numbers that begin a block. */
const BLOCKS = [
  ['The program', 0],
  ['Input', 100],
  ['Token and rights', 200],
  ['Not found', 300],
  ['Status and repetition', 400],
  ['Underwriting', 500],
  ['Tariff', 600],
  ['Payment', 700],
  ['Documents', 800],
  ['Service requests', 900],
];

const codes = Object.keys(ERROR_TEXTS).toSorted((a, b) => Number(b) - Number(a));
const isInBlock = (code, begin) => -Number(code) >= begin && -Number(code) < begin + 100;

const serviceRows = (begin) =>
  codes
    .filter((code) => isInBlock(code, begin))
    .map((code) => {
      const { en, el } = ERROR_TEXTS[code];
      const { cause, remedy } = ERROR_GUIDE[code];
      return [code, String(HTTP_STATUS[code]), `${en}<br>${el}`, cause, remedy];
    });

const gatewayRows = Object.entries(GATEWAY_ERRORS).map(([code, { status, message }]) => {
  const { cause, remedy } = GATEWAY_ERROR_GUIDE[code];
  return [`\`${code}\``, String(status), message, cause, remedy];
});

const HEAD = ['Code', 'Status', 'Text', 'Cause', 'Remedy'];
const text = [
  '# Errors',
  '',
  'What to do about an error: find its code below. `npm run errors` writes this page; change `src/common/error-codes.ts` (texts) or',
  '`src/gateway/documentation/error-guide.ts` (cause and remedy), not this file.',
  '',
  'The code decides, not the text: a text may name the value or limit at hand, and may change. gateway.22 to gateway.25 describe the',
  'format of both kinds of error.',
  '',
  '## Errors of the gateway',
  '',
  'The gateway refuses the call before a service sees it: `{"error": {"code", "message"}}`.',
  '',
  ...table(HEAD, gatewayRows),
  '',
  '## Errors of the services',
  '',
  'A service refuses the call: `{"status": "ERROR", "error": "-110", "message": "…"}`. For a refused input `details` lists each error',
  'with its `path`.',
  ...BLOCKS.flatMap(([title, begin]) => ['', `### ${title}`, '', ...table(HEAD, serviceRows(begin))]),
  '',
].join('\n');

writeOrCheck('docs/errors.md', text, { command: 'npm run errors', summary: `${codes.length + gatewayRows.length} codes` });
