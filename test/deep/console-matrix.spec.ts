import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { findPageViolations, HAS_BROWSER, LOOKS, showIn, ConsoleBrowser, WIDE } from '../support/browser.js';
import { listCallsUntilIdle, visitPages } from '../support/console-pages.js';
import { ConsoleFixture } from '../support/console-fixture.js';
import type { Role } from '../../src/identity/user.service.js';

/** Folder for screenshots of every page. */
const SCREENS = '.cache/screens';
const MOST_CALLS = 8;
/** Buttons that may open a dialog, without tabs, submit and toggle buttons. */
const OPENERS = 'button:not([role=tab], [type=submit], [aria-pressed], [aria-expanded], :disabled, .list-foot *, th *, .filters *)';
const MOST_DIALOGS = 12;
const LANGUAGES = ['el', 'en'] as const;

(HAS_BROWSER ? describe : describe.skip)('every page of the console', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    fixture = await ConsoleFixture.start();
    await fixture.createSamples();
    visitor = await ConsoleBrowser.start(fixture.app.running);
    visitor.discardsForms = true;
    mkdirSync(SCREENS, { recursive: true });
  }, 120_000);
  afterEach(() => visitor.closePages());
  afterAll(async () => {
    await visitor?.stop();
    await fixture?.stop();
  });

  const ROLES: readonly Role[] = ['underwriter', 'issuing', 'accounting', 'auditor', 'admin', 'agent'];
  const CASES = ROLES.flatMap((role) => LANGUAGES.map((language) => [role, language] as const));

  async function violationsIn(page: Page, name: string): Promise<string[]> {
    const violations: string[] = [];
    for (const look of LOOKS) {
      await showIn(page, look);
      const shown = `${name}-${look.width}-${look.colorScheme}`;
      violations.push(...(await findPageViolations(page)).map((violation) => `${shown}: ${violation}`));
      await page.screenshot({ path: `${SCREENS}/${shown.replaceAll(/[?&=:]/g, '_')}.png`, fullPage: true });
    }
    await page.setViewportSize(WIDE);
    return violations;
  }

  it.each(CASES)(
    'every page of the role %s passes in %s',
    async (role, language) => {
      const user = await fixture.createUser(role);
      // In production an administrator must grant the agents' actions first.
      const prefix = `${visitor.root}/console${role === 'agent' ? '/dev' : ''}`;
      const page = await visitor.open(role === 'agent' ? '/dev/password/mine' : '/password/mine', { role: user, language });
      const violations: string[] = [];
      await visitPages(page, prefix, async (path, calls) => {
        fixture.passPageLimit();
        for (const text of await page.getByRole('alert').allInnerTexts()) violations.push(`${path}: ${text}`);
        const name = `${role}-${language}${path.replaceAll('/', '-')}`;
        if (calls.length > MOST_CALLS) violations.push(`${name}: ${calls.length} calls ${calls.join(' ')}`);
        violations.push(...(await violationsIn(page, name)));
        // The dialogs are the same on each tab.
        if (!path.includes('tab=')) violations.push(...(await violationsOfDialogs(page, name)));
        await page.goto(prefix + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
      });
      writeFileSync(`${SCREENS}/faults-${role}-${language}.json`, JSON.stringify(violations, null, 1));
      expect([...violations, ...visitor.problems.splice(0)]).toEqual([]);
    },
    900_000,
  );

  /** Opens each dialog of the page: axe, the focus remains inside, Escape closes it and restores the focus. */
  async function violationsOfDialogs(page: Page, name: string): Promise<string[]> {
    const violations: string[] = [];
    const buttons = page.locator(`main :is(${OPENERS}):visible`);
    const address = page.url();
    const count = Math.min(await buttons.count(), MOST_DIALOGS);
    for (let at = 0; at < Math.min(count, await buttons.count()); at += 1) {
      const button = buttons.nth(at);
      const title = (await button.innerText()).replaceAll(/\s+/g, ' ');
      await button.focus();
      await page.keyboard.press('Enter');
      await page.waitForLoadState('networkidle');
      if ((await page.getByRole('dialog').count()) === 0) {
        await listCallsUntilIdle(page, () => page.goto(address));
        continue;
      }
      violations.push(...(await violationsIn(page, `${name}-dialog${at}`)).map((violation) => `${title} ${violation}`));
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press('Tab');
        if (!(await page.evaluate<boolean>('document.activeElement.closest("[role=dialog], [data-focus-guard]") !== null')))
          violations.push(`${name} ${title}: Tab ${step} leaves the dialog`);
      }
      // A frame with a PDF captures the keys, so the focus is moved behind it first.
      while (await page.evaluate<boolean>('document.activeElement.tagName === "IFRAME"')) await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const lost = (): unknown => violations.push(`${name} ${title}: the focus is lost`);
      await button.and(page.locator(':focus')).waitFor({ timeout: 2_000 }).catch(lost);
    }
    return violations;
  }
});
