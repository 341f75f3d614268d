import { availableParallelism } from 'node:os';
import { THOROUGH_FILES } from './test/support/jest/slow-files.mjs';

/** Spec files run against the build (ADR-11). They are translated by swc, which does not type-check: `npm run types` does. */
const shared = {
  testRunner: '<rootDir>/test/support/jest/runner.mjs',
  transform: {},
};

const withDatabase = {
  // Run only when a spec of the project runs.
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

const NO_SPECS = ['/node_modules/', '<rootDir>/test/deep/'];
const thorough = Object.keys(THOROUGH_FILES).map((file) => `<rootDir>/${file}`);

// `npm run jest` gives the workers more memory for what is young, and no inlining: of what runs a few times, the compiler's work would be a tenth of a run.
export default {
  reporters: ['default', '<rootDir>/test/support/jest/slowest-files.mjs'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...thorough],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'database',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: [...NO_SPECS, '<rootDir>/test/browser/', ...thorough],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.spec.ts'],
      testPathIgnorePatterns: [...NO_SPECS, ...thorough],
    },
    // Files that take long: `npm run test:all`, and another share of them in the CI run of each day.
    { ...shared, ...withDatabase, displayName: 'thorough', testMatch: thorough },
    // Minutes to hours: `npm run test:deep`.
    { ...shared, ...withDatabase, displayName: 'deep', testMatch: ['<rootDir>/test/deep/**/*.spec.ts'] },
  ],
  // Specs wait for servers, the database and one another for a third of their time, so three share a machine of two cores well.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  workerIdleMemoryLimit: '700MB',
  // Servers are started, killed and waited for, also on a machine that has other things to do.
  testTimeout: 60_000,
};
