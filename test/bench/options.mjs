import { parseArgs } from 'node:util';

const USAGE = `npm run bench [-- options]
  --json FILE     also write the results as JSON
  --pairs N       rounds of product and baseline, 1 to 50 (default 5)
  --seconds S     load per side and round, 1 to 60 (default 3)
  --only a,b      these cases only
DATABASE_URL names a Postgres server on which a database of its own is made and dropped; without it the embedded one runs.`;

/** The command line; a fault in it ends the process with the usage. */
export function readOptions(caseNames) {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'string' }, pairs: { type: 'string' }, seconds: { type: 'string' }, only: { type: 'string' } },
    });
    const only = values.only?.split(',').map((name) => name.trim()) ?? caseNames;
    const unknown = only.filter((name) => !caseNames.includes(name));
    if (unknown.length > 0) throw new Error(`No such case: ${unknown.join(', ')}. There are ${caseNames.join(', ')}.`);
    return { json: values.json ?? null, pairs: number(values.pairs, 5, 50), seconds: number(values.seconds, 3, 60), only };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function number(text, fallback, max) {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) throw new Error(`Not a whole number from 1 to ${max}: ${text}`);
  return value;
}
