import type { ApplicationService } from './application.service.js';

type LineOf<Method extends 'getApplication' | 'getOwnApplication'> = Parameters<ApplicationService[Method]>[2];

it.each(['fire', 'motor', 'any'] as const)('an application is loaded when its line is named: %s', (line) => {
  const named: [LineOf<'getApplication'>, LineOf<'getOwnApplication'>] = [line, line];
  // @ts-expect-error A forgotten line must not mean any.
  const forgotten: LineOf<'getApplication'> = undefined;
  expect(named).not.toContain(forgotten);
});
