import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { SLOW_FILES, THOROUGH_FILES } from './slow-files.mjs';

const SECONDS = { ...SLOW_FILES, ...THOROUGH_FILES };

const require = createRequire(import.meta.url);
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Runs the slowest files first, so that no worker ends the run alone. Jest has their durations only after a first run.
 */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const gone = Object.keys(SECONDS).filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`test/support/jest/slow-files.mjs lists files that do not exist: ${gone.join(', ')}`);
    const secondsOf = ({ path }) => SECONDS[relative(process.cwd(), path)] ?? 0;
    return super.sort(tests).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
