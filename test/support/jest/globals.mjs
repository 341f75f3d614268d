import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import circus, { getState } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
let timers;

/** Functions of Jest for spec files that Node loads. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (milliseconds) => {
    getState().testTimeout = milliseconds;
  },
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
};

/** Installs new fake timers for a spec file; the returned function restores timers and mocks. */
export function installFakes(config) {
  timers = new ModernFakeTimers({ config, global: globalThis });
  return () => {
    timers.dispose();
    mocker.restoreAllMocks();
  };
}

export const expect = jestExpect;
export const { it, test, describe, beforeAll, beforeEach, afterAll, afterEach } = circus;

Object.assign(globalThis, { jest, expect, it, test, describe, beforeAll, beforeEach, afterAll, afterEach });
