import { parseArgs } from 'node:util';

const MAX_SIZE = 10_000_000;
const USAGE = `npm run bench [-- options]
  --json FILE     also write the results as JSON
  --pairs N       rounds of product and baseline, 1 to 50 (default 5)
  --seconds S     load per side and round, 1 to 60 (default 3)
  --only a,b      these cases only
DATABASE_URL names a Postgres server, on which a separate database is created and dropped. Without it the embedded one runs.`;

/**
 * Reads the command line; an error prints the usage and ends the process. `sizes` maps options to default sizes, `more`
 * maps other options to their usage.
 */
export function readOptions(caseNames, sizes = {}, more = {}) {
  const names = ['json', 'pairs', 'seconds', 'only', ...Object.keys(sizes), ...Object.keys(more)];
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  try {
    const { values } = parseArgs({ options: texts });
    const only = values.only?.split(',').map((name) => name.trim()) ?? caseNames;
    const unknown = only.filter((name) => !caseNames.includes(name));
    if (unknown.length > 0) throw new Error(`No such case: ${unknown.join(', ')}. There are ${caseNames.join(', ')}.`);
    const given = Object.entries(sizes).map(([name, size]) => [name, number(values[name], size, MAX_SIZE)]);
    const rounds = { pairs: number(values.pairs, 5, 50), seconds: number(values.seconds, 3, 60) };
    const others = Object.keys(more).map((name) => [name, values[name] ?? null]);
    return { json: values.json ?? null, ...rounds, only, ...Object.fromEntries([...given, ...others]) };
  } catch (error) {
    const usageOfSizes = Object.entries(sizes).map(([name, size]) => `\n  --${name} N  (default ${size})`);
    const usageOfMore = Object.entries(more).map(([name, usage]) => `\n  --${name} ${usage}`);
    console.error(`${error.message}\n\n${USAGE}${[...usageOfSizes, ...usageOfMore].join('')}`);
    process.exit(2);
  }
}

function number(text, fallback, max) {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) throw new Error(`Not a whole number from 1 to ${max}: ${text}`);
  return value;
}
