import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 10;

/** Lists the slowest files at the end of a run: where its time goes. TEST_TIMES names a file that takes those of all. */
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
    console.log('\nSlowest files (seconds, of them the processor):');
    for (const { file, ...time } of times.slice(0, SHOWN))
      console.log(`${seconds(time.seconds)} ${seconds(time.processorSeconds)}  ${file}`);
    const total = times.reduce((sum, time) => sum + time.processorSeconds, 0);
    console.log(`${seconds(total)} seconds of the processor in ${times.length} files, the database's apart`);
  }
}
