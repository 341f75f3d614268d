import { findPageViolations, HAS_BROWSER, NARROW, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture } from '../support/console-fixture.js';
import { createPolicy } from '../support/collection.js';
import { expectStatus } from '../support/fire-app.js';
import { signUp } from '../support/signup.js';
import { StaffClient } from '../support/staff-client.js';

(HAS_BROWSER ? describe : describe.skip)('the first pages of an agent in a browser', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  it.each([
    ['el', 'Ζητήθηκαν δικαιολογητικά', 'Δεν εκκρεμεί τίποτα σε εσάς.'],
    ['en', 'Documents requested', 'Nothing is waiting for you.'],
  ] as const)('the overview in %s lists what waits for the agent, and each line opens its list', async (language, title, none) => {
    const role = await fixture.createUser('agent');
    const page = await visitor.open('/dev/', { role, language, viewport: NARROW });
    if (language === 'el') {
      await page.getByText(none).waitFor();
      const { sandbox, app } = fixture;
      const { id } = await sandbox.insertIn('25', { 'objects_insured[0].illegal': '1' });
      await sandbox.insertIn('01');
      expectStatus(205, await sandbox.act(id, 'request_approval'));
      const underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
      const messages = [{ code: 'UW-1', severity: 'error', path: '', text: 'Φωτογραφίες.' }];
      expectStatus(200, await underwriter.decide(id, 'request_documents', { messages }));
      await page.reload();
    }
    const line = page.getByRole('link', { name: `${title} 1` });
    await line.waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await line.click();
    await page.waitForURL('**/portfolio?task=DOCUMENTS');
    await page.getByRole('button', { name: new RegExp(title) }).waitFor();
    await page.locator('tbody tr').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('a user of the sandbox only who opens production is told so, with a link back', async () => {
    const { userId } = await signUp(fixture.app.running);
    const page = await visitor.open('/dev/', { role: { userId }, language: 'en' });
    await page.getByRole('button', { name: 'Production', exact: true }).click();
    await page.getByRole('status').getByText('Your account is for the sandbox only.').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the sandbox' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it.each([
    ['el', 'Πρώτα βήματα', 'Πρόσβαση στην παραγωγή', 'Το αίτημα υποβλήθηκε. Θα το εξετάσει ένας διαχειριστής της εταιρείας.'],
    ['en', 'First steps', 'Access to production', 'Requested. An administrator of the insurer will decide.'],
  ] as const)(
    'a new integrator sees the steps to production instead of zeros, and requests it (%s)',
    async (language, title, step, done) => {
      const { userId } = await signUp(fixture.app.running);
      await fixture.app.running.parts.callLog.save();
      const page = await visitor.open('/dev/', { role: { userId }, language });
      await page.getByRole('heading', { name: title }).waitFor();
      // The token of the sign-up was the first call, so the webhook is next.
      await page.locator('details[open]').getByRole('link').waitFor();
      expect(await page.locator('details[open] a').getAttribute('href')).toMatch(/\/mine\/webhooks$/);
      expect(await page.locator('a.tile[href$="/portfolio"]').count()).toBe(0);
      expect(await findPageViolations(page)).toEqual([]);
      await page.locator('summary', { hasText: step }).click();
      await page.locator('details[open] button').last().click();
      await page.getByText(done).waitFor();
      expect(await findPageViolations(page)).toEqual([]);
    },
  );

  it('an agent reads what it owes, and sends a request whose answer appears', async () => {
    const { policy_no: number } = await createPolicy(fixture.sandbox);
    const page = await visitor.open('/dev/mine/account', { role: await fixture.createUser('agent'), language: 'en' });
    await page.getByRole('region', { name: 'Unpaid charges' }).getByRole('link', { name: number! }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Requests to the insurer' }).click();
    await page.getByRole('button', { name: 'New request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('select[name=category]').selectOption({ index: 1 });
    await dialog.locator('[name=subject]').fill('Green card');
    await dialog.locator('[name=body]').fill('Please send it.');
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.locator('[type=submit]').click();
    await page.locator('.toast').getByRole('link').click();
    await page.waitForURL(/mine\/requests\/SR/);
    const { pathname } = new URL(page.url());
    const id = pathname.slice(pathname.lastIndexOf('/') + 1);
    const underwriter = await StaffClient.open(fixture.app.running, 'underwriter', '/dev');
    expectStatus(200, await underwriter.patch(`service-requests/${id}`, { answer: 'It is on its way.' }));
    await page.reload();
    await page.getByText('It is on its way.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });
});
