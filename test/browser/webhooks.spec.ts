import type { Page } from 'playwright-core';
import { findPageViolations, HAS_BROWSER, NARROW, ConsoleBrowser } from '../support/browser.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { WebhookClient } from '../support/webhook-client.js';

(HAS_BROWSER ? describe : describe.skip)('webhooks in a browser', () => {
  let app: FireApp;
  let agent: FireAgent;
  let visitor: ConsoleBrowser;
  let role: { readonly userId: number };

  beforeAll(async () => {
    app = await FireApp.start();
    ({ sandbox: agent } = await app.createAgent());
    const { store, users } = app.running.parts;
    const { agentCode } = agent.access;
    const user = { email: 'hooks@agency.example', name: 'Hooks', role: 'agent', agentCode, delegates: [] } as const;
    role = { userId: await store.transaction('gateway', (tx) => users.create(tx, user)) };
    visitor = await ConsoleBrowser.start(app.running);
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  const agree = async (page: Page, title: string): Promise<void> => {
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
  };
  const secretIn = async (page: Page): Promise<string> => {
    const secret = await page.locator('code.secret').innerText();
    await page.keyboard.press('Escape');
    await page.getByText('Το έχετε αποθηκεύσει;').waitFor();
    await agree(page, 'Επιστροφή');
    expect(await page.locator('code.secret').innerText()).toBe(secret);
    await page.evaluate('history.back()');
    await page.getByText('Το έχετε αποθηκεύσει;').waitFor();
    await agree(page, 'Επιστροφή');
    await page.context().grantPermissions(['clipboard-write']);
    await agree(page, 'Αντιγραφή');
    await page.getByRole('button', { name: 'Αντιγράφηκε' }).waitFor();
    await agree(page, 'Το έχω αποθηκεύσει');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return secret;
  };

  it('a webhook is created, fails, is sent again and gets a new secret', async () => {
    // The back button needs a previous page of the console.
    const page = await visitor.open('/dev/mine/events', { role });
    await page.locator('nav a[href$="/mine/webhooks"]').click();
    await page.getByRole('button', { name: 'Νέο webhook' }).click();
    await page.fill('[name=url]', 'http://agency.example/hooks');
    await agree(page, 'Νέο webhook');
    await page.locator('.mantine-InputWrapper-error').waitFor();
    await page.getByRole('alert').getByText('Διορθώστε 1 πεδίο:').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.fill('[name=url]', 'https://agency.example/hooks');
    await page.getByLabel('Έκδοση συμβολαίου').check();
    await agree(page, 'Νέο webhook');
    const secret = await secretIn(page);
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'https://agency.example/hooks' }).click();
    await page.getByRole('button', { name: 'Δοκιμή' }).click();
    await agree(page, 'Δοκιμή');
    await page.getByRole('table').getByRole('link').waitFor();
    const [delivery] = await app.query<{ id: string }>('sandbox', 'SELECT id FROM webhook_delivery');
    await new WebhookClient(agent).endDelivery(Number(delivery?.id), 'failed');
    await page.getByLabel('Κατάσταση').selectOption('failed');
    await page.getByRole('table').getByText('Απέτυχε').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('table').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Παράδοση' }).waitFor();
    await page.getByRole('button', { name: 'Επανάληψη αποστολής' }).click();
    await agree(page, 'Επανάληψη αποστολής');
    await page.getByText('Εκκρεμεί').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.locator('.facts a[href*="/mine/webhooks/"]').click();
    await page.getByRole('button', { name: 'Νέο μυστικό υπογραφής' }).click();
    await agree(page, 'Νέο μυστικό υπογραφής');
    expect(await secretIn(page)).not.toBe(secret);
    await page.getByRole('button', { name: 'Απενεργοποίηση' }).click();
    await agree(page, 'Απενεργοποίηση');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ενεργοποίηση', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Διαγραφή' }).click();
    await agree(page, 'Διαγραφή');
    await page.getByRole('heading', { name: 'Το webhook διαγράφηκε' }).waitFor();
  });

  it.each([
    ['el', undefined],
    ['en', NARROW],
  ] as const)('the pages of webhooks pass axe in %s', async (language, viewport) => {
    await agent.insertIn('50');
    await app.publishEvents('sandbox');
    await new WebhookClient(agent).create({ description: 'ERP' });
    const page = await visitor.open('/dev/mine/events', { role, language, viewport });
    await page.locator('[data-row]').first().waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.locator('[data-row]').first().click();
    await page.locator('.facts dd a[href*="/portfolio/fire/"]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    for (const path of ['/', '/mine/webhooks']) {
      await page.goto(`${visitor.root}/console/dev${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await findPageViolations(page)]).toEqual([path, []]);
    }
  });
});
