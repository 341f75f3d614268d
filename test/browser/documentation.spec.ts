import type { Page, Request } from 'playwright-core';
import { startApp, type RunningApp } from '../support/app.js';
import { ConsoleBrowser, HAS_BROWSER } from '../support/browser.js';

/** The page renders hundreds of operations on a busy machine. */
const START_TIMEOUT_MS = 120_000;

const WITH_BROWSER = HAS_BROWSER ? describe : describe.skip;

WITH_BROWSER('/docs in a browser', () => {
  let running: RunningApp;
  let browser: ConsoleBrowser;
  let page: Page;

  beforeAll(async () => {
    running = await startApp();
    browser = await ConsoleBrowser.start(running);
    page = await browser.open('/signin', { language: 'en' });
    await page.goto(`${browser.root}/docs`);
    await page.locator('.opblock').first().waitFor({ state: 'attached', timeout: START_TIMEOUT_MS });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser.stop();
    await running.stop();
  });

  /** Opens an operation and sends it; returns the request. */
  async function tryOut(operation: string): Promise<Request> {
    const block = page.locator(`[id$="-${operation}"]`);
    if ((await block.locator('.opblock-body').count()) === 0) await block.locator('.opblock-summary-control').click();
    const sent = page.waitForRequest((request) => request.resourceType() === 'fetch' && !request.url().includes('/openapi/'));
    await block.locator('button.execute').click();
    return sent;
  }

  it('paints, and runs without an error', async () => {
    const paintedAtMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1);
    process.stdout.write(`/docs: first paint after ${Math.round(paintedAtMs)} ms\n`);
    expect(paintedAtMs).toBeGreaterThan(0);
    expect(browser.problems).toEqual([]);
  });

  it('sends no optional header that nobody filled in, and a new Idempotency-Key with each try (gateway.141)', async () => {
    const [first, second] = [await tryOut('issueToken'), await tryOut('issueToken')].map((request) => request.headers());
    const [one, other] = [first!['idempotency-key'], second!['idempotency-key']];
    expect([one, other]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(one).not.toBe(other);
    for (const name of ['prefer', 'if-match', 'x-test-fault']) expect(first).not.toHaveProperty(name);
  });

  it('shows a recorded response of an operation', async () => {
    const block = page.locator('[id$="-getUsage"]').first();
    await block.locator('.opblock-summary-control').click();
    await block.locator('.responses-table .example').first().waitFor();
    expect(await block.locator('.responses-table').innerText()).toContain('200');
  });

  it('finds an operation by its name, also one that is not on the screen', async () => {
    await page.locator('.operation-filter-input').fill('chargeApplication');
    await page.locator('[id$="-chargeApplication"]').waitFor({ state: 'attached' });
  });
});
