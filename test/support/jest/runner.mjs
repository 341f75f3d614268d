import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks');
const { default: runWithCircus } = require('jest-circus/runner');

let files = 0;

/**
 * Jest's own runner, but for how modules are loaded: Node imports them, so that the program, its libraries and what the specs share are loaded and
 * compiled once for each worker. Jest would do it again for every spec file, which takes most of a run.
 */
export default async function run(globalConfig, config, environment, _, testPath, sendMessageToJest) {
  forgetFormerFile();
  // Node reads the source maps of what it imported itself.
  Error.prepareStackTrace = undefined;
  process.setSourceMapsEnabled(true);
  const loader = {
    requireInternalModule: (path) => {
      delete require.cache[path];
      return withoutAsyncHooks(() => require(path));
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    // A name of its own: a spec file that is run twice is loaded twice.
    unstable_importModule: (path) => import(`${pathToFileURL(path).href}?file=${++files}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const before = processorSeconds();
  const result = await runWithCircus(globalConfig, config, environment, loader, testPath, sendMessageToJest);
  return { ...result, processorSeconds: processorSeconds() - before };
}

/** Which test runs, while the tests of a file take turns. */
class RunningTest {
  getStore() {
    return this.store;
  }

  run(store, callback) {
    const before = this.store;
    const end = () => {
      this.store = before;
    };
    this.store = store;
    let result;
    try {
      result = callback();
    } catch (error) {
      end();
      throw error;
    }
    if (typeof result?.then === 'function') return result.finally(end);
    end();
    return result;
  }
}

/**
 * Circus finds the test that runs by an AsyncLocalStorage, a new one for each file, and none of them ends: each promise of the program would be shown to those of
 * all files that the worker has run. Twenty-eight files in one worker spent an eighth of their time so, and more with each file.
 */
function withoutAsyncHooks(load) {
  const name = 'AsyncLocalStorage';
  const own = Object.getOwnPropertyDescriptor(asyncHooks, name);
  Object.defineProperty(asyncHooks, name, { configurable: true, writable: true, value: RunningTest });
  try {
    return load();
  } finally {
    Object.defineProperty(asyncHooks, name, own);
  }
}

/** Circus keeps tests and listeners of a file in globals, which Jest throws away with the file's. */
function forgetFormerFile() {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) if (symbol.description === 'JEST_STATE_SYMBOL') delete globalThis[symbol];
}

/** What this process has used, and the processes that it started and that have ended. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  let ofChildren = 0;
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    // Hundredths of a second in the mode of the user and of the kernel.
    ofChildren = (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    // No Linux: without the children's.
  }
  return (user + system) / 1e6 + ofChildren;
}
