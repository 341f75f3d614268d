import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createEmptyTestResult } from '@jest/test-result';
import { Logger } from '@nestjs/common';
import { addEventHandler, getState, resetState, run as runTests } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { setQuickHashing } from '../quick-scrypt.mjs';
import { expect, installFakes } from './globals.mjs';

// The program is loaded before the TypeScript hooks, which would take a second of CPU time per worker. Unit tests do
// not need it.
if (process.env.TEST_SERVER) await import('../../../dist/src/app.module.js');
await import('../typescript.mjs');

const PENDING = { skip: 'pending', todo: 'todo' };
const rejections = new Map();
let files = 0;

// Many specs provoke errors; TEST_LOG=1 shows what the program logs about them.
Logger.overrideLogger(process.env.TEST_LOG ? ['log', 'warn', 'error'] : false);
addEventHandler(checkTest);
const LISTENERS = Object.entries({
  uncaughtException: reportError,
  unhandledRejection: (error, promise) => rejections.set(promise, error),
  rejectionHandled: (promise) => rejections.delete(promise),
});

/**
 * Runs a spec file by jest-circus and imports it by Node, because Jest's module loader would compile the program again
 * for every spec file (ADR-11).
 */
export default async function run(globalConfig, config, _environment, _runtime, testPath) {
  // Node applies the source maps of the modules that it imports.
  Error.prepareStackTrace = undefined;
  process.setSourceMapsEnabled(true);
  const restore = isolate(config);
  try {
    resetState();
    Object.assign(getState(), {
      testTimeout: globalConfig.testTimeout,
      testNamePattern: globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : null,
    });
    const before = process.cpuUsage();
    // The number makes Node import a spec file again when it runs twice.
    await import(`${pathToFileURL(testPath).href}?file=${++files}`);
    const result = toTestResult(await runTests(), globalConfig, config, testPath);
    const { user, system } = process.cpuUsage(before);
    return { ...result, processorSeconds: (user + system) / 1e6 };
  } finally {
    restore();
  }
}

/** Restores, at the end of a spec file, the process-wide state that specs change. */
function isolate(config) {
  const restoreFakes = installFakes(config);
  for (const [event, listener] of LISTENERS) process.on(event, listener);
  const variables = { ...process.env };
  const { exitCode } = process;
  // Unit tests measure the real cost of a password hash.
  setQuickHashing(config.displayName.name !== 'unit');
  return () => {
    restoreFakes();
    for (const [event, listener] of LISTENERS) process.off(event, listener);
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    // A command that runs in this process reports its failure by the exit code.
    process.exitCode = exitCode;
  };
}

/** Adds missing assertions and unhandled rejections to the errors of a finished test. */
async function checkTest({ name, test }, state) {
  // Node reports a handled rejection one turn of the event loop later.
  if (rejections.size > 0) await nextTurn();
  if (name === 'test_done') test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error), ...takeRejections());
  if (name === 'run_finish') state.unhandledErrors.push(...takeRejections());
}

function takeRejections() {
  const errors = [...rejections.values()];
  rejections.clear();
  return errors;
}

function reportError(error) {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
}

/** Maps the result of jest-circus to the one that Jest's reporters read. */
function toTestResult({ testResults, unhandledErrors, unhandledErrorsDetailed }, globalConfig, config, testPath) {
  const results = testResults.map(toAssertionResult);
  const countOf = (status) => results.filter((result) => result.status === status).length;
  const messages = [
    formatResultsErrors(results, config, globalConfig, testPath),
    ...unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig)),
  ].filter(Boolean);
  return {
    ...createEmptyTestResult(),
    displayName: config.displayName,
    failureMessage: messages.length > 0 ? messages.join('\n\n') : null,
    numFailingTests: countOf('failed'),
    numPassingTests: countOf('passed'),
    numPendingTests: countOf('pending'),
    numTodoTests: countOf('todo'),
    testExecError: unhandledErrors.length > 0 ? { message: '', stack: unhandledErrors.join('\n') } : undefined,
    testFilePath: testPath,
    testResults: results,
  };
}

function toAssertionResult({ testPath, status, errors, errorsDetailed, startedAt, duration, location, invocations, numPassingAsserts }) {
  // The first name is the one of jest-circus's root block.
  const [, ...titles] = testPath;
  return {
    ancestorTitles: titles.slice(0, -1),
    duration,
    failureDetails: errorsDetailed,
    failureMessages: [...errors],
    fullName: titles.join(' '),
    invocations,
    location,
    numPassingAsserts,
    startAt: startedAt,
    status: PENDING[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    title: titles.at(-1),
  };
}
