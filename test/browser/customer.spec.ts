import { jest } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { findPageViolations, HAS_BROWSER, ConsoleBrowser, NARROW, WIDE } from '../support/browser.js';
import { getToken, makeLink } from '../support/customer.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';

// Printing is slow on a busy machine.
jest.setTimeout(120_000);

const MOST_BYTES = 90_000;
const MOST_PRESSES = 60;
const TEN_MINUTES_MS = 600_000;
const NAMES = {
  el: {
    digits: 'Τα 4 τελευταία ψηφία του ΑΦΜ του λήπτη της ασφάλισης',
    next: 'Συνέχεια',
    sendCode: 'Στείλτε μου κωδικό με email',
    code: 'Κωδικός 6 ψηφίων',
    accept: 'Αποδέχομαι την πρόταση',
    accepted: 'Αποδεχθήκατε την πρόταση',
    withdraw: 'Υπαναχώρηση από τη σύμβαση',
    confirm: 'Επιβεβαίωση υπαναχώρησης',
    back: 'Επιστροφή',
    received: 'Λάβαμε την υπαναχώρησή σας',
    pay: 'Πληρωμή ασφαλίστρων',
    policy: 'Το συμβόλαιό σας',
  },
  en: {
    digits: 'Last 4 digits of the policyholder’s tax number (AFM)',
    next: 'Continue',
    sendCode: 'Send me a code by email',
    code: 'Code of 6 digits',
    accept: 'Accept the proposal',
    accepted: 'You have accepted the proposal',
    withdraw: 'Withdraw from contract',
    confirm: 'Confirm withdrawal',
    back: 'Back',
    received: 'We have received your withdrawal',
    pay: 'Premium payment',
    policy: 'Your policy',
  },
} as const;
type Language = keyof typeof NAMES;

/** Expects that the page passes axe and fits on a wide screen and on a telephone. */
async function expectAccessible(page: Page): Promise<void> {
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    expect([viewport.width, await findPageViolations(page)]).toEqual([viewport.width, []]);
  }
}

/** Moves the focus by Tab to the first element with the text or label. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = `(({ textContent, labels }) => labels?.[0]?.textContent ?? textContent)(document.activeElement).trim()`;
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(focused)) === name) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

(HAS_BROWSER ? describe : describe.skip)('the customer’s page', () => {
  let app: FireApp;
  let agent: FireAgent;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    agent = (await app.createAgent()).sandbox;
    browser = await ConsoleBrowser.start(app.running);
  });
  afterAll(async () => {
    await browser.stop();
    await app.stop();
  });
  /** Calls are limited by time. */
  beforeEach(async () => {
    app.clock.set(app.clock.now().getTime() + TEN_MINUTES_MS);
    await agent.renewToken();
  });
  afterEach(async () => {
    expect(browser.problems).toEqual([]);
    await browser.closePages();
  });

  const getDigits = (): string => String(agent.body().fire_application.client['afm']).slice(-4);

  /** Opens the page of a new link, and gives the second factor by keyboard. */
  async function enter(id: number, purpose: string, language: Language): Promise<Page> {
    const token = getToken((await makeLink(agent, id, purpose)).url);
    const page = await browser.open(`/../dev/c/${token}?lang=${language}`, { viewport: NARROW });
    const { digits, next } = NAMES[language];
    await page.getByLabel(digits).waitFor();
    await expectAccessible(page);
    await page.getByLabel(digits).fill(getDigits());
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(next);
    await page.keyboard.press('Enter');
    return page;
  }

  /** Opens the same page in another tab, where the second factor counts as well. */
  async function openTab(page: Page): Promise<Page> {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    return tab;
  }

  /** Requests the code with a click. */
  async function requestCode(page: Page, button: string): Promise<string> {
    await page.getByRole('button', { name: button }).click();
    return readCode(page);
  }

  /** Reads the code, which the sandbox shows. */
  async function readCode(page: Page): Promise<string> {
    const [code = ''] = /\b\d{6}\b/.exec((await page.getByRole('status').filter({ hasText: /\d{6}/ }).textContent()) ?? '') ?? [];
    return code;
  }

  async function listWithdrawals(id: number): Promise<object[]> {
    const path = `${agent.root}/docs-api/policy/applications/${id}/withdrawals`;
    return expectStatus(200, await agent.client.get(path)).json<object[]>();
  }

  it.each(['el', 'en'] as const)('accepts a proposal once, with every document readable, in %s', async (language) => {
    const { id } = await agent.insert();
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const names = NAMES[language];
    const page = await enter(id, 'accept', language);
    await page.getByRole('button', { name: names.sendCode }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: /PDF/ }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: names.accept, exact: true }).click();
    await page.locator('input[type=checkbox][aria-invalid=true]:focus').waitFor();
    await expectAccessible(page);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    const code = await requestCode(page, names.sendCode);
    await page.getByLabel(names.code).fill(code);
    await page.getByRole('button', { name: names.accept, exact: true }).dblclick();
    await page.getByRole('heading', { name: names.accepted, level: 1 }).waitFor();
    await expectAccessible(page);
    expect((await agent.get(id)).status_code).toBe('45');
    await page.reload();
    await page.getByRole('heading', { name: names.accepted, level: 1 }).waitFor();
  });

  it.each(['el', 'en'] as const)('withdraws from a contract by two steps, in %s', async (language) => {
    const { id } = await agent.insertIn('50');
    const names = NAMES[language];
    const page = await enter(id, 'withdraw', language);
    await page.getByRole('button', { name: names.withdraw }).click();
    await page.getByRole('button', { name: names.confirm }).waitFor();
    await expectAccessible(page);
    expect((await agent.get(id)).status_code).toBe('50');
    await page.getByRole('button', { name: names.confirm }).click();
    await page.getByRole('heading', { name: names.received, level: 1 }).waitFor();
    // The acknowledgement.
    await page.getByRole('link', { name: /PDF/ }).waitFor();
    await expectAccessible(page);
    expect((await agent.get(id)).status_code).toBe('70');
  });

  it.each(['el', 'en'] as const)('shows the payment and the policy, in %s', async (language) => {
    const names = NAMES[language];
    const waiting = await agent.insertIn('45');
    const pay = await enter(waiting.id, 'pay', language);
    await pay.getByRole('heading', { name: names.pay }).waitFor();
    await pay.getByRole('img', { name: /RF/ }).waitFor();
    await expectAccessible(pay);
    const { id } = await agent.insertIn('50');
    const policy = await enter(id, 'policy', language);
    await policy.getByRole('heading', { name: names.policy }).waitFor();
    expect(await policy.getByRole('link', { name: /PDF/ }).count()).toBeGreaterThanOrEqual(2);
    await expectAccessible(policy);
  });

  it('steps back from the confirmation of a withdrawal by the button of the browser, and never repeats it', async () => {
    const { id } = await agent.insertIn('50');
    const names = NAMES.el;
    const page = await enter(id, 'withdraw', 'el');
    const begin = page.getByRole('button', { name: names.withdraw });
    const confirm = page.getByRole('button', { name: names.confirm });
    await begin.click();
    await confirm.waitFor();
    await page.goBack();
    await begin.waitFor();
    await page.goForward();
    await begin.waitFor();
    expect(await confirm.count()).toBe(0);
    await begin.click();
    await page.getByRole('button', { name: names.back, exact: true }).click();
    await begin.click();
    expect((await agent.get(id)).status_code).toBe('50');
    await confirm.click();
    const received = page.getByRole('heading', { name: names.received, level: 1 });
    await received.waitFor();
    await page.goBack();
    await received.waitFor();
    await page.goto(`${browser.root}/docs`);
    await page.goBack();
    await received.waitFor();
    expect(await listWithdrawals(id)).toHaveLength(1);
  });

  it.each(['el', 'en'] as const)('accepts a proposal by keyboard only, in %s', async (language) => {
    const { id } = await agent.insert();
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const names = NAMES[language];
    const page = await enter(id, 'accept', language);
    const button = page.getByRole('button', { name: names.sendCode });
    await button.waitFor();
    for (const label of await page.locator('.check label').all()) {
      await tabTo(page, ((await label.textContent()) ?? '').trim());
      await page.keyboard.press('Space');
    }
    await tabTo(page, names.sendCode);
    await page.keyboard.press('Enter');
    const code = await readCode(page);
    expect(await page.evaluate('document.activeElement.id')).toBe('code');
    await page.keyboard.type(code);
    await tabTo(page, names.accept);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: names.accepted, level: 1 }).waitFor();
    expect((await agent.get(id)).status_code).toBe('45');
  });

  it('accepts once although the connection is lost before the call and after it', async () => {
    const { id } = await agent.insert();
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const names = NAMES.el;
    const page = await enter(id, 'accept', 'el');
    await page.getByRole('button', { name: names.sendCode }).waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByLabel(names.code).fill(await requestCode(page, names.sendCode));
    const accept = page.getByRole('button', { name: names.accept, exact: true });
    const failure = page.getByRole('alert').filter({ hasText: /\S/ });
    await page.context().setOffline(true);
    await accept.click();
    await failure.waitFor();
    expect((await agent.get(id)).status_code).toBe('39');
    await page.context().setOffline(false);
    await page.route('**/acceptance', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await accept.click();
    await eventually('the acceptance takes effect', async () => (await agent.get(id)).status_code === '45');
    await failure.waitFor();
    await page.unroute('**/acceptance');
    await accept.click();
    await page.getByRole('heading', { name: names.accepted, level: 1 }).waitFor();
    const acts = await app.query('sandbox', `SELECT kind FROM customer_act WHERE application_id = $1`, [id]);
    expect(acts).toEqual([{ kind: 'ACCEPTED' }]);
  });

  it.each(['el', 'en'] as const)('lets documents be read without scripts, in %s', async (language) => {
    const { id } = await agent.insertIn('50');
    const token = getToken((await makeLink(agent, id, 'policy')).url);
    const page = await browser.open(`/../dev/c/${token}?lang=${language}`, { viewport: NARROW, hasScripts: false });
    await page.getByLabel(NAMES[language].digits).fill(getDigits());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: NAMES[language].policy }).waitFor();
    const links = await page.getByRole('listitem').getByRole('link').all();
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) {
      const address = new URL((await link.getAttribute('href'))!, await page.evaluate<string>('document.baseURI'));
      const response = await page.request.get(address.href);
      expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
    }
  });

  it('acts once from two tabs, and both show the result', async () => {
    const { id } = await agent.insert();
    expectStatus(200, await agent.act(id, 'send_for_acceptance'));
    const names = NAMES.en;
    const first = await enter(id, 'accept', 'en');
    const second = await openTab(first);
    const code = await requestCode(first, names.sendCode);
    for (const tab of [first, second]) {
      for (const box of await tab.getByRole('checkbox').all()) await box.check();
      await tab.getByLabel(names.code).fill(code);
      await tab.getByRole('button', { name: names.accept, exact: true }).click();
      await tab.getByRole('heading', { name: names.accepted, level: 1 }).waitFor();
    }
    expect((await agent.get(id)).status_code).toBe('45');
    const policy = await agent.insertIn('50');
    const one = await enter(policy.id, 'withdraw', 'en');
    const other = await openTab(one);
    for (const tab of [one, other]) await tab.getByRole('button', { name: names.withdraw }).click();
    for (const tab of [one, other]) {
      await tab.getByRole('button', { name: names.confirm }).click();
      await tab.getByRole('heading', { name: names.received, level: 1 }).waitFor();
    }
    expect(await listWithdrawals(policy.id)).toHaveLength(1);
  });

  it('loads little, from its own host only, and has no inline scripts', async () => {
    const { id } = await agent.insertIn('45');
    const token = getToken((await makeLink(agent, id, 'pay')).url);
    const page = await browser.open('/../docs', { viewport: NARROW });
    await page.waitForLoadState('networkidle');
    const loaded: Response[] = [];
    page.on('response', (response) => loaded.push(response));
    await page.goto(`${browser.root}/dev/c/${token}`, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(loaded.map(async (one) => (await one.request().sizes()).responseBodySize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(loaded.filter((one) => !one.url().startsWith(browser.root) && !one.url().startsWith('data:')).map((one) => one.url())).toEqual(
      [],
    );
    expect(await page.locator('script:not([src])').count()).toBe(0);
  });

  it('says the same for every link that does not open', async () => {
    const page = await browser.open('/../dev/c/unknown?lang=en', { viewport: NARROW });
    await page.getByText('The link is not valid or has expired.').waitFor();
    await expectAccessible(page);
  });
});
