import { ConsoleBrowser } from './browser.js';
import { ConsoleFixture } from './console-fixture.js';

export interface OpenedConsole {
  readonly fixture: ConsoleFixture;
  readonly visitor: ConsoleBrowser;
}

/** Starts a console and a browser for the tests of a block. After each test it expects that no page had a problem. */
export function openConsole(set: (opened: OpenedConsole) => unknown): void {
  let opened: OpenedConsole;
  beforeAll(async () => {
    const fixture = await ConsoleFixture.start();
    opened = { fixture, visitor: await ConsoleBrowser.start(fixture.app.running) };
    set(opened);
  });
  afterEach(async () => {
    await opened.visitor.closePages();
    expect(opened.visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await opened.visitor.stop();
    await opened.fixture.stop();
  });
}
