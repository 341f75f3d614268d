import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page, Request, Route } from 'playwright-core';
import type { Role } from '../../src/identity/user.service.js';
import { HAS_BROWSER, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture, PASSWORD, type ConsoleUser } from '../support/console-fixture.js';
import { prefixNames, fillFields, FIRE_RISK } from '../support/quote-form.js';
import { StaffClient } from '../support/staff-client.js';

const IDLE_MS = 31 * 60_000;
const ENDED = 'Η σύνδεσή σας έληξε';

(HAS_BROWSER ? describe : describe.skip)('faults shown by the console', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  interface Visit {
    readonly user: ConsoleUser;
    readonly page: Page;
  }

  async function visit(role: Role, path: string): Promise<Visit> {
    const user = await fixture.createUser(role);
    const page = await visitor.open(path, { role: user });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { user, page };
  }

  /** Opens another tab of the same browser. */
  async function otherTab(page: Page): Promise<Page> {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { level: 1 }).waitFor();
    return other;
  }

  const note = (page: Page): ReturnType<Page['getByLabel']> => page.getByLabel('Νέα σημείωση');
  const add = (page: Page): Promise<void> => page.getByRole('button', { name: 'Προσθήκη' }).click();
  const signInAgain = async (page: Page): Promise<void> => {
    await page.getByText(ENDED).waitFor();
    await page.fill('input[name=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(ENDED).waitFor({ state: 'detached' });
  };

  it.each([
    [503, '5', 'Προσωρινά μη διαθέσιμο', 'Δοκιμάστε ξανά σε 5 δευτ.', true],
    [429, '600', 'Πάρα πολλές κλήσεις', 'Δοκιμάστε ξανά σε 10 λεπτά.', false],
    [500, '', 'Παρουσιάστηκε σφάλμα', 'ενημερώστε έναν διαχειριστή', true],
  ] as const)('a %i is shown with its reason, and the typed text waits to be sent once', async (status, wait, title, advice, keepsKey) => {
    const { id } = await fixture.createReferral();
    const { page } = await visit('underwriter', `/applications/${id}?tab=notes`);
    const keys: (string | undefined)[] = [];
    const refuse = async (route: Route): Promise<void> => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fulfill({
        status,
        headers: wait === '' ? {} : { 'Retry-After': wait },
        json: { status: 'ERROR', error: '-1', message: '' },
      });
    };
    await page.route('**/notes', refuse);
    await note(page).fill('Half a sentence');
    await add(page);
    await page.getByRole('alert').getByText(title).waitFor();
    await page.getByRole('alert').getByText(advice).waitFor();
    await page.unroute('**/notes', refuse);
    page.on('request', (request: Request) => {
      if (request.url().endsWith('/notes')) keys.push(request.headers()['idempotency-key']);
    });
    await add(page);
    await page.locator('p.pre', { hasText: 'Half a sentence' }).waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0] === keys[1]).toBe(keepsKey);
  });

  describe.each([
    ['a stop', (route: Route) => route.abort('connectionrefused'), 'Δεν υπάρχει σύνδεση'],
    ['a lost connection', (route: Route) => route.abort('internetdisconnected'), 'Δεν υπάρχει σύνδεση'],
    ['503', (route: Route) => route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: {} }), 'Προσωρινά μη διαθέσιμο'],
    ['429', (route: Route) => route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: {} }), 'Πάρα πολλές κλήσεις'],
    ['slowness', null, 'Ο διακομιστής καθυστερεί να απαντήσει.'],
  ] as const)('a console that meets %s', (_, trouble, says) => {
    /** Sends during an outage, expects an error message and the typed values, and sends again afterwards. */
    async function outlived(page: Page, pattern: string, send: () => Promise<void>, field: Locator): Promise<void> {
      await page.waitForLoadState('networkidle');
      const typed = await field.inputValue();
      if (trouble !== null) {
        await page.route(pattern, trouble);
        await send();
        await page.getByRole('alert').getByText(says).waitFor();
        expect(await field.inputValue()).toBe(typed);
        await page.unroute(pattern);
        return send();
      }
      await page.clock.install();
      let answer = (): Promise<void> => Promise.resolve();
      const asked = new Promise<void>((resolve) => {
        void page.route(pattern, (route) => {
          answer = () => route.continue();
          resolve();
        });
      });
      await send();
      await asked;
      await page.clock.runFor(10_000);
      await page.getByText(says).waitFor();
      expect(await field.inputValue()).toBe(typed);
      await answer();
      await page.getByText(says).waitFor({ state: 'detached' });
    }

    it('reports it in the guided form, which continues with the typed text', async () => {
      const { page } = await visit('agent', '/dev/quote/fire');
      await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
      const object = 'objects_insured[0]';
      await fillFields(page, prefixNames(object, FIRE_RISK));
      const send = (): Promise<void> => page.getByRole('button', { name: 'Συνέχεια' }).click();
      await outlived(page, '**/calcbundles', send, page.locator(`[name="${object}.post_code"]`));
      await page.locator('.offer').first().waitFor();
    });

    it('reports it in the dialog of a decision, which is sent with the typed text', async () => {
      const { id } = await fixture.createReferral();
      const { page } = await visit('underwriter', `/applications/${id}`);
      await page.locator('.choice').first().waitFor();
      await page.keyboard.press('r');
      const message = page.getByLabel('Μήνυμα προς τον συνεργάτη');
      await message.fill('Λείπει ο όροφος');
      const send = (): Promise<void> => page.getByRole('dialog').locator('[type=submit]').click();
      await outlived(page, '**/decisions', send, message);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await fixture.agent.get(id)).messages.filter(({ text }) => text === 'Λείπει ο όροφος')).toHaveLength(1);
    });
  });

  it('a busy list reports it in its place, and is loaded again on request', async () => {
    const { page } = await visit('issuing', '/');
    await page.route('**/backoffice-api/refunds?*', (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: {} }));
    await page.getByRole('link', { name: 'Επιστροφές ασφαλίστρων', exact: true }).click();
    await page.getByRole('alert').getByText('Προσωρινά μη διαθέσιμο').waitFor();
    await page.unroute('**/backoffice-api/refunds?*');
    await page.getByRole('button', { name: 'Νέα προσπάθεια' }).click();
    await page.locator('.empty').waitFor();
  });

  it('a slow response is reported until it arrives, for a read and for a write', async () => {
    const { id } = await fixture.createReferral();
    const { page } = await visit('underwriter', `/applications/${id}?tab=notes`);
    await page.waitForLoadState('networkidle');
    await page.clock.install();
    for (const pattern of ['**/notes', '**/timeline?*']) {
      let answer: () => Promise<void> = () => Promise.resolve();
      const asked = new Promise<void>((resolve) => {
        void page.route(pattern, (route) => {
          answer = () => route.continue();
          resolve();
        });
      });
      if (pattern.endsWith('notes')) {
        await note(page).fill('Slowly');
        await add(page);
      } else await page.getByRole('tab', { name: 'Ιστορικό' }).click();
      await asked;
      await page.clock.runFor(10_000);
      await page.getByText('Ο διακομιστής καθυστερεί να απαντήσει.').waitFor();
      await answer();
      await page.getByText('Ο διακομιστής καθυστερεί να απαντήσει.').waitFor({ state: 'detached' });
      await page.unroute(pattern);
    }
    await page.locator('.timeline', { hasText: 'Slowly' }).waitFor();
  });

  it('an idle session ends above the open dialog, which keeps the typed text and sends it afterwards', async () => {
    const { id } = await fixture.createReferral();
    const { page } = await visit('underwriter', `/applications/${id}`);
    await page.locator('.choice').first().waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Μήνυμα προς τον συνεργάτη').fill('Λείπει ο όροφος');
    fixture.app.clock.set(new Date(fixture.app.clock.now().getTime() + IDLE_MS));
    await fixture.agent.renewToken();
    await page.keyboard.press('Control+Enter');
    await page.getByText(ENDED).waitFor();
    await page.keyboard.press('Escape');
    await signInAgain(page);
    expect(await page.getByLabel('Μήνυμα προς τον συνεργάτη').inputValue()).toBe('Λείπει ο όροφος');
    await page.getByRole('dialog').locator('[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await fixture.agent.get(id)).status_code).toBe('00');
  });

  it('a sign-out in one tab empties the other, and a sign-in there fills both again (console.51)', async () => {
    const { id } = await fixture.createReferral();
    const { user, page } = await visit('underwriter', `/applications/${id}?tab=notes`);
    await note(page).fill('Half a sentence');
    const other = await otherTab(page);
    await other.getByRole('button', { name: 'Αποσύνδεση', exact: true }).click();
    for (const tab of [other, page]) await tab.getByRole('heading', { name: 'Σύνδεση' }).waitFor();
    await page.fill('input[name=email]', user.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.keyboard.press('Enter');
    for (const tab of [page, other]) await tab.locator('nav.side').waitFor();
    expect(await note(page).inputValue()).toBe('');
  });

  it('a sign-out everywhere from another browser asks for the password above the page, which keeps the typed text', async () => {
    const { id } = await fixture.createReferral();
    const { user, page } = await visit('underwriter', `/applications/${id}?tab=notes`);
    await note(page).fill('Half a sentence');
    const elsewhere = await visitor.open('/', { role: user });
    await elsewhere.getByRole('button', { name: 'Αποσύνδεση από όλες τις συσκευές' }).click();
    await elsewhere.getByRole('heading', { name: 'Σύνδεση' }).waitFor();
    await add(page);
    await signInAgain(page);
    expect(await note(page).inputValue()).toBe('Half a sentence');
    await add(page);
    await page.locator('p.pre', { hasText: 'Half a sentence' }).waitFor();
  });

  it('a removed role is reported, and the pages of the new role replace the old ones', async () => {
    const { user, page } = await visit('issuing', '/refunds');
    const admin = await StaffClient.open(fixture.app.running, 'admin');
    expect((await admin.patch(`users/${user.userId}`, { role: 'underwriter' })).status).toBe(200);
    await page.getByRole('link', { name: 'Εντολές πληρωμών' }).click();
    await page
      .getByText(new RegExp(`${ENDED}|Δεν επιτρέπεται`))
      .first()
      .waitFor();
    if (await page.getByText(ENDED).isVisible()) await signInAgain(page);
    await page.getByRole('link', { name: 'Αιτήματα έγκρισης' }).click();
    await page.getByRole('heading', { name: 'Αιτήματα έγκρισης' }).waitFor();
    expect(await page.getByRole('link', { name: 'Επιστροφές ασφαλίστρων' }).count()).toBe(0);
  });

  it('the same decision in two tabs: the second tab shows the first decision and keeps the typed text', async () => {
    const { id } = await fixture.createReferral();
    const { page } = await visit('underwriter', `/applications/${id}`);
    const other = await otherTab(page);
    for (const tab of [page, other]) {
      await tab.locator('.choice').first().waitFor();
      await tab.keyboard.press('r');
      await tab.getByLabel('Μήνυμα προς τον συνεργάτη').fill(tab === page ? 'First' : 'Second');
    }
    await page.getByRole('dialog').locator('[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await other.bringToFront();
    await other.getByRole('dialog').locator('[type=submit]').click();
    await other.getByRole('alert').getByText('δεν επιτρέπεται στην κατάσταση «Προς συμπλήρωση»').first().waitFor();
    expect(await other.getByLabel('Μήνυμα προς τον συνεργάτη').inputValue()).toBe('Second');
    expect((await fixture.agent.get(id)).messages.map(({ text }) => text)).not.toContain('Second');
  });

  it('the same settings in two tabs: neither tab overwrites the other’s changes unseen', async () => {
    const { page } = await visit('admin', '/settings');
    const other = await otherTab(page);
    const days = 'input[name=eventRetentionDays]';
    const save = (tab: Page): Promise<void> => tab.getByRole('button', { name: 'Αποθήκευση' }).first().click();
    await other.fill(days, '81');
    await page.fill(days, '80');
    await save(page);
    await page.getByText('Οι αλλαγές αποθηκεύτηκαν').first().waitFor();
    await other.bringToFront();
    await save(other);
    await other.getByRole('alert').getByText('Κάποιος άλλος έκανε αλλαγές στο μεταξύ').waitFor();
    expect(await other.inputValue(days)).toBe('81');
    await other.getByRole('button', { name: 'Ανανέωση' }).click();
    await other.locator(`${days}[value='80']`).waitFor();
  });

  it('a reload in a form keeps a draft, or asks first where there is none; Back leads to the reason for opening the list', async () => {
    const { id, number } = await fixture.createReferral();
    const { page } = await visit('underwriter', '/referrals');
    await page.getByRole('combobox', { name: 'Συνεργάτης' }).fill(fixture.agent.access.agentCode);
    await page.locator('[role=option]').first().click();
    await page.getByRole('link', { name: number }).click();
    await page.locator('.choice').first().waitFor();
    await page.keyboard.press('d');
    await page.getByLabel('Μήνυμα προς τον συνεργάτη').fill('Φωτογραφίες');
    await page.reload();
    await page.locator('.choice').first().waitFor();
    await page.keyboard.press('d');
    expect(await page.getByLabel('Μήνυμα προς τον συνεργάτη').inputValue()).toBe('Φωτογραφίες');
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.getByRole('link', { name: number }).waitFor();
    expect(page.url()).toBe(`${visitor.root}/console/referrals?agent=${fixture.agent.access.agentCode}`);
    expect(id).toBeGreaterThan(0);
    const { page: issuing } = await visit('issuing', '/suspense');
    await issuing.getByRole('button', { name: 'Καταχώριση είσπραξης' }).click();
    await issuing.getByLabel('Ποσό').fill('300');
    const asked = issuing.waitForEvent('dialog');
    void issuing.reload().catch(() => undefined);
    expect((await asked).type()).toBe('beforeunload');
    expect(await issuing.getByLabel('Ποσό').inputValue()).toBe('300');
  });

  describe('a page of another origin', () => {
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      server = createServer((_, response) =>
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      // Browsers ignore the port of a site, so the cookie is sent.
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    it('can neither write in the name of the signed-in user nor show the console in a frame', async () => {
      const { id } = await fixture.createReferral();
      const { page } = await visit('underwriter', `/applications/${id}?tab=notes`);
      const elsewhere = await page.context().newPage();
      await elsewhere.goto(origin);
      const notes = `${visitor.root}/backoffice-api/applications/${id}/notes`;
      const responses: number[] = [];
      page.context().on('response', (response) => {
        if (response.url() === notes) responses.push(response.status());
      });
      await elsewhere.evaluate(
        `fetch('${notes}', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"text":"forged"}' }).catch(() => null)`,
      );
      await elsewhere.setContent(
        `<form method="post" enctype="text/plain" action="${notes}"><input name='{"text":"forged","a":"' value='"}'></form>`,
      );
      await elsewhere.evaluate('document.forms[0].submit()');
      await elsewhere.waitForURL(notes);
      expect(responses.length).toBeGreaterThan(0);
      expect(responses.every((status) => status >= 400)).toBe(true);
      expect(await fixture.app.query('production', 'SELECT text FROM application_note WHERE application_id = $1', [id])).toEqual([]);
      await elsewhere.goto(origin);
      await elsewhere.setContent(`<iframe src="${page.url()}"></iframe>`);
      await elsewhere.waitForLoadState('networkidle');
      const frame = elsewhere.frames()[1];
      expect(frame?.url()).toMatch(/^(chrome-error:|about:blank|$)/);
    });
  });
});
