import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 10;

/** Prints the slowest files at the end of a run. TEST_TIMES names a file to which all durations are written. */
export default class SlowestFiles {
  onRunComplete(_, { testResults }) {
    const times = testResults
      .map(({ testFilePath, perfStats, processorSeconds = 0, numPassingTests }) => ({
        file: relative(process.cwd(), testFilePath),
        seconds: perfStats.runtime / 1000,
        processorSeconds,
        tests: numPassingTests,
      }))
      .sort((one, other) => other.seconds - one.seconds);
    if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(times, null, 2));
    if (times.length <= SHOWN) return;
    const seconds = (count) => count.toFixed(1).padStart(7);
    const total = times.reduce((sum, time) => sum + time.processorSeconds, 0);
    const lines = [
      '\nSlowest files (seconds, of them CPU of the worker):',
      ...times.slice(0, SHOWN).map(({ file, ...time }) => `${seconds(time.seconds)} ${seconds(time.processorSeconds)}  ${file}`),
      `${seconds(total)} CPU seconds of the workers in ${times.length} files, without child processes`,
    ];
    // A run in this process still has the console of the last spec file, which rejects output after its end.
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}
