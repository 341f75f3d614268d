// Writes docs/states.md from the state table of the built program (npm run build first).
// usage: node scripts/write-states.mjs [--check]    --check: writes nothing, exit 1 when the file differs
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { table } from './markdown-table.mjs';
import { writeOrCheck } from './write-or-check.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const record = join(root, 'dist', 'src', 'record', 'core', 'applications');

const load = (name) => import(pathToFileURL(join(record, name)));
const { STATE_TABLE } = await load('state-table.js');
const { AMENDMENT_STATES, getAmendmentTitle } = await load('../amendments/amendment-states.js');
const { FINAL_STATUSES, POLICY_STATUSES, STATUSES, Status } = await load('status.js');

const LINES = { fire: 'Fire', motor: 'Vehicle' };
const statuses = Object.values(Status);

/** Actions that do not change the status. */
const ASIDE = STATE_TABLE.filter(({ isAside }) => isAside);
const MOVES = STATE_TABLE.filter(({ isAside }) => !isAside);

/** Returns the rows that apply to a line of business. */
function rowsOf(line) {
  return MOVES.filter((row) => (row.line ?? line) === line);
}

/** Returns the statuses that a line of business can reach. */
function reachedIn(line) {
  const reached = new Set(['00', '25', '01']);
  // The loop also visits elements that are added during it.
  for (const from of reached) for (const row of rowsOf(line)) if (row.from === from && row.to !== 'calculated') reached.add(row.to);
  return reached;
}

function node(status) {
  if (status === null) return '[*]';
  return status === 'calculated' ? 'calculated' : `s${status}`;
}

function label({ action, actors }) {
  return `${action} (${actors.join(', ')})`;
}

/** Merges the arrows between the same two statuses. */
function arrowsOf(line) {
  const reached = reachedIn(line);
  const labels = new Map();
  for (const row of rowsOf(line)) {
    if (row.from !== null && !reached.has(row.from)) continue;
    const arrow = `${node(row.from)} --> ${node(row.to)}`;
    labels.set(arrow, [...(labels.get(arrow) ?? []), label(row)]);
  }
  return [...labels].map(([arrow, actions]) => `  ${arrow}: ${actions.join('<br>')}`);
}

function diagramOf(line) {
  const reached = statuses.filter((status) => reachedIn(line).has(status));
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...reached.map((status) => `  state "${status} ${STATUSES[status].title.en}" as ${node(status)}`),
    '  state calculated <<choice>>',
    ...arrowsOf(line),
    ...['00', '25', '01'].map((status) => `  calculated --> ${node(status)}`),
    ...reached.filter((status) => FINAL_STATUSES.has(status)).map((status) => `  ${node(status)} --> [*]`),
    '```',
  ];
}

const kindOf = (status) =>
  [POLICY_STATUSES.has(status) ? 'policy' : 'application', ...(FINAL_STATUSES.has(status) ? ['final'] : [])].join(', ');

const nameOf = (status) => (status === null ? '–' : status === 'calculated' ? status : `${status} ${getAmendmentTitle(status).en}`);

const text = [
  '# States',
  '',
  'Look up which action is allowed in which status. Every other action is refused: -401 from a final status, else -400.',
  '`npm run states` writes this page; change `src/record/core/applications/state-table.ts`, not this file.',
  '',
  ...table(
    ['Code', 'Title', 'Τίτλος', 'Kind'],
    statuses.map((status) => [status, STATUSES[status].title.en, STATUSES[status].title.el, kindOf(status)]),
  ),
  ...Object.entries(LINES).flatMap(([line, title]) => ['', `## ${title}`, '', ...diagramOf(line)]),
  '',
  '## Every transition',
  '',
  '`calculated` is the result of the calculation in the same call: 00, 25 or 01.',
  '',
  ...table(
    ['From', 'Action', 'Who', 'To', 'Line'],
    MOVES.map((row) => [row.from ?? '–', `\`${row.action}\``, row.actors.join(', '), row.to, row.line ? LINES[row.line] : 'both']),
  ),
  '',
  'These actions do not change the status:',
  '',
  ...table(
    ['Action', 'Who', 'In'],
    [...new Set(ASIDE.map(({ action }) => action))].map((action) => {
      const rows = ASIDE.filter((row) => row.action === action);
      const from = rows.length === statuses.length ? 'every status' : rows.map((row) => row.from).join(', ');
      return [`\`${action}\``, rows[0].actors.join(', '), from];
    }),
  ),
  '',
  '## Amendments',
  '',
  'Amendments of policies have their own states (amendments.2). `src/record/core/amendments/amendment-states.ts` has the rows.',
  '',
  ...table(
    ['From', 'Action', 'Who', 'To'],
    AMENDMENT_STATES.map(({ from, action, actors, to }) => [nameOf(from), `\`${action}\``, actors.join(', '), nameOf(to)]),
  ),
  '',
].join('\n');

writeOrCheck('docs/states.md', text, {
  command: 'npm run states',
  summary: `${statuses.length} statuses, ${STATE_TABLE.length} transitions`,
});
