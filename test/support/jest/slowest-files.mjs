import { relative } from 'node:path';

const SHOWN = 10;

/** Lists the slowest files at the end of a run: where its time goes. */
export default class SlowestFiles {
  onRunComplete(_, { testResults }) {
    if (testResults.length <= SHOWN) return;
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ file: relative(process.cwd(), testFilePath), seconds: perfStats.runtime / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SHOWN);
    console.log('\nSlowest files:');
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}
