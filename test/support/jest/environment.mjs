import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { Logger } from '@nestjs/common';
import { ModuleMocker } from 'jest-mock';
import { hashQuickly } from '../quick-scrypt.mjs';

// Before there are hooks, through which each of its some 2,800 files would go: a second of the processor for each worker. Unit tests alone start no server.
process.setSourceMapsEnabled(true);
if (process.env.TEST_SERVER) await import('../../../dist/src/app.module.js');
await import('../typescript.mjs');

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const { getBuiltinModule } = process;
const mocker = new ModuleMocker(globalThis);
let timers;

/** What spec files import from `@jest/globals`; the rest of it is global. */
globalThis.jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (milliseconds) => {
    globalThis[TEST_TIMEOUT] = milliseconds;
  },
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
};

// Many specs provoke faults on purpose; what the program logs about them is shown with TEST_LOG=1.
Logger.overrideLogger(process.env.TEST_LOG ? ['log', 'warn', 'error'] : false);

/** The worker's own globals, not a copy for each spec file: what a spec changes of them is put back when its file ends. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = mocker;

  constructor({ projectConfig }) {
    timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimersModern = timers;
    this.fakeTimers = null;
    this.variables = { ...process.env };
    this.exitCode = process.exitCode;
    // Unit tests see the true cost.
    hashQuickly(projectConfig.displayName.name !== 'unit');
  }

  async setup() {
    // Jest's loader replaced it with one that ends with the spec file.
    process.getBuiltinModule = getBuiltinModule;
  }

  async teardown() {
    timers.dispose();
    mocker.restoreAllMocks();
    delete globalThis[TEST_TIMEOUT];
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    // A command that runs in this process tells by it that it failed.
    process.exitCode = this.exitCode;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
