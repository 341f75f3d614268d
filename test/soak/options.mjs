import { parseArgs } from 'node:util';

const USAGE = `npm run soak [-- options]
  --minutes N       how long, 1 to 600 (default 30)
  --clients N       at once, 1 to 1000 (default 200)
  --kill-every S    seconds between kills of the node process, 10 to 3600 (default 60)`;

/** Reads the command line; an error prints the usage and ends the process. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: { minutes: { type: 'string' }, clients: { type: 'string' }, 'kill-every': { type: 'string' } },
    });
    return {
      minutes: number(values.minutes, 30, 1, 600),
      clients: number(values.clients, 200, 1, 1000),
      killEverySeconds: number(values['kill-every'], 60, 10, 3600),
    };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function number(text, fallback, min, max) {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < min || value > max) throw new Error(`Not a whole number from ${min} to ${max}: ${text}`);
  return value;
}
