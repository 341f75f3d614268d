import type { Page } from 'playwright-core';
import type { Role } from '../../src/identity/user.service.js';
import { HAS_BROWSER, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture, PASSWORD } from '../support/console-fixture.js';
import { createUnknownCode } from '../support/collection-client.js';

const REFERRALS = 10;
/** Maximum number of key presses for an approval, from one application to the next. */
const MOST_PRESSES = 12;

/** A user with a keyboard only. */
class Typist {
  presses = 0;

  constructor(readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.presses += 1;
    }
  }

  /** Presses a key of a Greek keyboard layout. */
  async pressGreek(key: string, code: string): Promise<void> {
    await this.page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true, cancelable: true }))`,
    );
    this.presses += 1;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.presses += text.length;
  }

  /** Presses the key until the element with this name has the focus. */
  async walk(key: string, name: string | RegExp, most = 60): Promise<void> {
    for (let step = 0; step < most; step += 1) {
      await this.press(key);
      const { text, isVisible } = await focused(this.page);
      expect([text, isVisible]).toEqual([text, true]);
      if (typeof name === 'string' ? text === name : name.test(text)) return;
    }
    throw new Error(`${String(name)} is not reached by ${key}; the focus is on ${(await focused(this.page)).text}`);
  }

  async waitFor(selector: string, hasText?: string): Promise<void> {
    await this.page.locator(selector, { hasText }).first().waitFor();
  }
}

/** Returns the name of the focused element, and whether the focus is visible. */
function focused(page: Page): Promise<{ readonly text: string; readonly isVisible: boolean }> {
  return page.evaluate(`(() => {
    const one = document.activeElement;
    if (one === document.body) return { text: '', isVisible: true };
    const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent ?? '';
    const style = getComputedStyle(one);
    const isVisible = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || one.matches('input, select, textarea');
    return { text: label.replace(/\\s+/g, ' ').trim(), isVisible };
  })()`);
}

(HAS_BROWSER ? describe : describe.skip)('the console by keyboard alone', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  const statusOf = async (id: number): Promise<string> => (await fixture.agent.get(id)).status_code;

  it('an underwriter decides ten referrals with a few key presses each, on one page load', async () => {
    const referred = [];
    for (let count = 0; count < REFERRALS; count += 1) referred.push(await fixture.createReferral());
    const { email } = await fixture.createUser('underwriter');
    const page = await visitor.open('/referrals');
    const typist = new Typist(page);
    await typist.waitFor('input[name=email]');
    await typist.walk('Tab', /E-mail|email|ηλεκτρονικ/i);
    await typist.type(email);
    await typist.press('Tab');
    await typist.type(PASSWORD);
    await typist.press('Enter');
    await typist.waitFor('[data-row]', referred[0]!.number);
    let loads = 0;
    page.on('load', () => (loads += 1));
    typist.presses = 0;
    await typist.press('j', 'Enter');
    const presses: number[] = [];
    for (const [index, { id, number }] of referred.entries()) {
      const before = index === 0 ? 0 : typist.presses;
      await typist.waitFor('h1', number);
      await typist.waitFor('.choice');
      // The last application is returned to its agent with a message.
      const isReturned = index === REFERRALS - 1;
      if (index === 0) await typist.press('2', '3', '4', '1');
      await typist.pressGreek(isReturned ? 'ρ' : 'α', isReturned ? 'KeyR' : 'KeyA');
      if (isReturned) {
        await typist.type('Όροφος;');
        await typist.waitFor('[role=dialog] .card .tag');
        await typist.press('Control+Enter');
      } else {
        await typist.waitFor('[role=dialog] .total');
        await typist.press('Enter');
      }
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (index < REFERRALS - 1) await typist.press('n');
      presses.push(typist.presses - before);
      expect(await statusOf(id)).toBe(isReturned ? '00' : '01');
    }
    await typist.press('l');
    await typist.waitFor('.empty');
    console.log(`Presses of each referral: ${presses.join(' ')}; ${typist.presses} in all.`);
    expect(Math.max(...presses)).toBeLessThanOrEqual(MOST_PRESSES);
    expect(loads).toBe(0);
  });

  it('a person of the issuing department books a payment by keyboard, and the focus returns', async () => {
    const typist = await signedIn('issuing', '/');
    await typist.walk('Tab', 'Εισπράξεις και εκκρεμότητες');
    await typist.press('Enter');
    await typist.walk('Tab', 'Καταχώριση είσπραξης');
    await typist.press('Enter');
    await typist.waitFor('[role=dialog] [name=paymentCode]:focus');
    await typist.type(createUnknownCode());
    await typist.press('Tab');
    await typist.type('300');
    await typist.press('Tab');
    await typist.type('KEYS-1');
    // The browser's today is later than the stopped clock of the server.
    await typist.page.fill('[name=valueDate]', fixture.app.clock.today());
    await typist.page.focus('[name=reference]');
    await typist.press('Enter');
    await typist.waitFor('td', 'KEYS-1');
    expect(await focused(typist.page)).toEqual({ text: 'Καταχώριση είσπραξης', isVisible: true });
  });

  it('the key ? opens the help of the role in another tab (console.151)', async () => {
    const { page } = await signedIn('underwriter', '/applications');
    await page.locator('.filters').waitFor();
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('?');
    const help = await opened;
    await help.locator('h1', { hasText: 'Βοήθεια για την Ανάληψη Κινδύνων' }).waitFor();
    expect(new URL(help.url()).pathname).toBe('/console/help/el/underwriter');
  });

  it('an administrator creates a program by keyboard and is led to the refused field', async () => {
    const typist = await signedIn('admin', '/programs');
    await typist.walk('Tab', 'Νέο πρόγραμμα');
    await typist.press('Enter');
    await typist.waitFor('[role=dialog] [name=name]:focus');
    await typist.type('Γέφυρα');
    await typist.press('Tab');
    await typist.type('x'.repeat(256));
    await typist.press('Enter');
    await typist.waitFor('[role=dialog] [name=owner][aria-invalid=true]:focus');
    await typist.press('Control+A');
    await typist.type('a@b.example');
    await typist.press('Enter');
    await typist.waitFor('td', 'Γέφυρα');
    expect(await focused(typist.page)).toEqual({ text: 'Νέο πρόγραμμα', isVisible: true });
    await typist.press('Enter', 'Escape');
    await typist.waitFor('button:focus', 'Νέο πρόγραμμα');
  });

  it('an agent reaches a payment code from the portfolio by keyboard', async () => {
    const { id } = await fixture.sandbox.insert();
    const typist = await signedIn('agent', '/dev/portfolio');
    await typist.waitFor('[data-row]');
    await typist.press('j', 'Enter');
    await typist.waitFor('.choice', 'Έκδοση κωδικού πληρωμής');
    await typist.walk('Tab', 'Έκδοση κωδικού πληρωμής');
    await typist.press('Enter');
    await typist.waitFor('[role=dialog] [type=submit]:focus');
    await typist.press('Enter');
    await typist.waitFor('.secret', 'RF');
    expect((await fixture.sandbox.get(id)).status_code).toBe('45');
    // The focus moves through the whole page and leaves it again.
    await typist.walk('Tab', 'Μετάβαση στο περιεχόμενο', 120);
  });

  async function signedIn(role: Role, path: string): Promise<Typist> {
    const page = await visitor.open(path, { role: await fixture.createUser(role) });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return new Typist(page);
  }
});
