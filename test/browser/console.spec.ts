import type { Page } from 'playwright-core';
import { choosePassword, findPageViolations, HAS_BROWSER, NARROW, ConsoleBrowser, WIDE } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { FireApp, type FireAgent } from '../support/fire-app.js';
import { createUnknownCode } from '../support/collection-client.js';
import { readOutbox, type OutboxMail } from '../support/outbox.js';
import { hashQuickly } from '../support/quick-hash.js';

const PASSWORD = 'four wooden horses sang';
const EMAIL = 'reader@insurer.example';
const SCRIPT = '<img src=x onerror=alert(1)>';
const REFERRED = { 'objects_insured[0].illegal': '1' };

(HAS_BROWSER ? describe : describe.skip)('the console in a browser', () => {
  let app: FireApp;
  let agent: FireAgent;
  let visitor: ConsoleBrowser;
  let userId: number;

  beforeAll(async () => {
    app = await FireApp.start();
    agent = (await app.createAgent()).production;
    visitor = await ConsoleBrowser.start(app.running);
    const { store, users } = app.running.parts;
    userId = await store.transaction('gateway', async (tx) => {
      const id = await users.create(tx, { email: EMAIL, name: `Reader ${SCRIPT}`, role: 'underwriter', agentCode: null, delegates: [] });
      await users.setPassword(tx, id, hashQuickly(PASSWORD));
      return id;
    });
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  /** Creates an application that waits for an underwriter. */
  async function referred(changes: Readonly<Record<string, unknown>> = {}): Promise<{ readonly id: number; readonly number: string }> {
    const { id } = await agent.insertIn('25', { ...REFERRED, ...changes });
    expect((await agent.act(id, 'request_approval')).status).toBeLessThan(300);
    const [row] = await app.query<{ application_no: string }>('production', 'SELECT application_no FROM application WHERE id = $1', [id]);
    return { id, number: row!.application_no };
  }

  const signIn = async (page: Page, password = PASSWORD): Promise<void> => {
    await page.fill('input[name=email]', EMAIL);
    await page.fill('input[name=password]', password);
    await page.keyboard.press('Enter');
  };

  it.each([
    ['el', WIDE, 'Σύνδεση', 'Αιτήματα έγκρισης'],
    ['el', NARROW, 'Σύνδεση', 'Αιτήματα έγκρισης'],
    ['en', WIDE, 'Sign in', 'Referrals'],
    ['en', NARROW, 'Sign in', 'Referrals'],
  ] as const)('signing in (%s at %o) leads to the address that was requested', async (language, viewport, title, list) => {
    const page = await visitor.open('/referrals?line=fire', { language, viewport });
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator('input[name=email]:focus').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await signIn(page);
    await page.getByRole('heading', { name: list }).waitFor();
    expect(page.url()).toBe(`${visitor.root}/console/referrals?line=fire`);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await findPageViolations(page)).toEqual([]);
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).toBe(JSON.stringify([{ 'console.language': language }, {}, '']));
  });

  it('a wrong password is reported and nobody is signed in', async () => {
    const page = await visitor.open('/applications');
    await signIn(page, 'not the password');
    await page.getByRole('alert').getByText('Λάθος email ή κωδικός.').waitFor();
    expect(await page.locator('.frame').count()).toBe(0);
  });

  it('an underwriter uses only the keyboard from the list to an approval with terms, and sees its price first', async () => {
    const { id, number } = await referred();
    const page = await visitor.open('/referrals', { role: 'underwriter' });
    await page.getByRole('link', { name: number }).waitFor();
    const focused = '[data-row]:focus';
    do await page.keyboard.press('j');
    while ((await page.locator(focused).textContent()) !== number);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Έγκριση με όρους' }).waitFor();
    await page.keyboard.press('t');
    await page.getByLabel('Επασφάλιστρο (%)').fill('20');
    await page.getByText('Νέα ασφάλιστρα').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await agent.get(id)).status_code).toBe('01');
    for (const action of ['prepay', 'charge']) expect((await agent.act(id, action)).status).toBeLessThan(300);
    await page.reload();
    await page.getByText('Σε ισχύ').first().waitFor();
  });

  it('the issuing department books a payment that pays nothing, and sends it back', async () => {
    const page = await visitor.open('/suspense', { role: 'issuing' });
    await page.getByRole('button', { name: 'Καταχώριση είσπραξης' }).click();
    await page.getByLabel('Κωδικός RF').fill(createUnknownCode());
    await page.getByLabel('Ποσό').fill('300');
    await page.getByLabel('Αναφορά τράπεζας').fill('BANK-1');
    await page.getByLabel('Ημερομηνία αξίας').fill(app.clock.today());
    await page.keyboard.press('Enter');
    const toast = page.locator('.toast', { hasText: 'Η είσπραξη μπήκε σε εκκρεμότητα · 300,00 € · BANK-1' });
    await toast.waitFor();
    expect(await toast.getByRole('link').getAttribute('href')).toMatch(/\/suspense\/\d+$/);
    await page.getByRole('cell', { name: 'BANK-1' }).waitFor();
    await page.getByRole('button', { name: 'Τακτοποίηση' }).click();
    await page.getByLabel('Διάθεση του ποσού').selectOption('refund');
    await page.getByText('Θα επιστραφεί στον αποστολέα').waitFor();
    await page.getByText('Παραμένει στις επιστροφές έως ότου οριστεί IBAN').waitFor();
    expect(await page.locator('input[name=applicationId]').count()).toBe(0);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Τακτοποίηση' }).click();
    await page.getByText('Δεν υπάρχουν εκκρεμότητες').waitFor();
  });

  it('an invited user enters by the link of the mail and sees the pages of the role', async () => {
    const email = 'invited@insurer.example';
    const admin = await visitor.open('/users', { role: 'admin' });
    await admin.getByRole('button', { name: 'Πρόσκληση χρήστη' }).click();
    await admin.fill('input[name=email]', email);
    await admin.fill('input[name=name]', 'Νέα Συνάδελφος');
    await admin.selectOption('select[name=role]', 'issuing');
    await admin.getByRole('dialog').locator('[type=submit]').click();
    await admin.getByRole('cell', { name: email }).waitFor();
    const mailed = async (): Promise<OutboxMail | undefined> =>
      (await readOutbox(app.running.database.config.dataDir)).findLast(({ to }) => to === email);
    // The invitation is sent after the user was created.
    await eventually('the invitation is mailed', async () => (await mailed()) !== undefined);
    const { pathname, search } = new URL((await mailed())!.link);
    const page = await visitor.open('/');
    await page.goto(visitor.root + pathname + search);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await choosePassword(page, email, PASSWORD);
    await page.getByRole('link', { name: 'Επιστροφές ασφαλίστρων', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Χρήστες' }).count()).toBe(0);
    // The link works only once.
    await page.goto(visitor.root + pathname + search);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await page.getByRole('link', { name: 'Αποστολή νέου συνδέσμου' }).click();
    await page.getByRole('heading', { name: 'Επαναφορά κωδικού' }).waitFor();
  });

  it('Back closes a dialog instead of its page, and asks before typed text in a dialog or form is lost', async () => {
    const page = await visitor.open('/', { role: 'issuing' });
    const [amount, question] = [page.getByLabel('Ποσό'), page.getByRole('dialog', { name: 'Έξοδος χωρίς αποθήκευση;' })];
    const back = (): Promise<void> => page.evaluate('history.back()');
    const answer = async (name: string): Promise<void> => {
      await question.getByRole('button', { name }).click();
      await question.waitFor({ state: 'detached' });
    };
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Καταχώριση είσπραξης' }).click();
      await amount.waitFor();
    };
    await page.getByRole('link', { name: 'Εισπράξεις και εκκρεμότητες' }).first().click();
    await open();
    await back();
    await amount.waitFor({ state: 'detached' });
    await open();
    await amount.fill('300');
    await back();
    await answer('Συνέχεια επεξεργασίας');
    await back();
    await question.waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await amount.inputValue()).toBe('300');
    await back();
    await answer('Απόρριψη');
    await amount.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${visitor.root}/console/suspense`);
    // This form has a separate page.
    await page.getByRole('link', { name: 'Ρυθμίσεις' }).click();
    const days = page.locator('input[name=eventRetentionDays]');
    await days.fill('81');
    await back();
    await answer('Συνέχεια επεξεργασίας');
    expect(await days.inputValue()).toBe('81');
    await page.getByRole('link', { name: 'Επιστροφές ασφαλίστρων', exact: true }).click();
    await answer('Απόρριψη');
    await page.waitForURL(`${visitor.root}/console/refunds`);
    // Drafts are stored, so leaving asks no question.
    const { number } = await referred();
    const desk = await visitor.open('/referrals', { role: 'underwriter' });
    await desk.getByRole('link', { name: number }).click();
    const message = desk.getByLabel('Μήνυμα προς τον συνεργάτη');
    await desk.getByRole('button', { name: 'Έγκριση με όρους' }).waitFor();
    await desk.keyboard.press('r');
    await message.fill('Λείπει ο όροφος');
    await desk.evaluate('history.back()');
    await message.waitFor({ state: 'detached' });
    await desk.keyboard.press('r');
    expect(await message.inputValue()).toBe('Λείπει ο όροφος');
  });

  it('Back from the first page of a tab asks with the browser’s own dialog before typed text is lost', async () => {
    const page = await visitor.open('/', { role: 'issuing' });
    const elsewhere = `${visitor.root}/elsewhere`;
    const amount = page.getByLabel('Ποσό');
    const back = (): Promise<void> => page.evaluate('history.back()');
    const arrive = async (path: string): Promise<void> => {
      await page.goto(elsewhere);
      await page.goto(`${visitor.root}/console${path}`);
    };
    const typed = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Καταχώριση είσπραξης' }).click();
      await amount.fill('300');
    };
    await arrive('/suspense');
    await typed();
    const asked = page.waitForEvent('dialog');
    await back();
    expect((await asked).type()).toBe('beforeunload');
    expect([page.url(), await amount.inputValue()]).toEqual([`${visitor.root}/console/suspense`, '300']);
    // Confirming discards the form, and an empty form asks no question.
    visitor.discardsForms = true;
    await back();
    await page.waitForURL(elsewhere);
    visitor.discardsForms = false;
    await arrive('/suspense');
    await page.getByRole('button', { name: 'Καταχώριση είσπραξης' }).waitFor();
    await back();
    await page.waitForURL(elsewhere);
    // This form has a separate page.
    await arrive('/settings');
    const days = page.locator('input[name=eventRetentionDays]');
    await days.fill('81');
    const askedAgain = page.waitForEvent('dialog');
    await back();
    expect((await askedAgain).type()).toBe('beforeunload');
    expect(await days.inputValue()).toBe('81');
  });

  it('markup in stored values is shown as text', async () => {
    const { id } = await referred({ 'client.first_name': SCRIPT, 'insured.first_name': SCRIPT });
    const page = await visitor.open(`/applications/${id}?tab=notes`, { role: { userId } });
    await page.getByLabel('Νέα σημείωση').fill(SCRIPT);
    await page.getByRole('button', { name: 'Προσθήκη' }).click();
    await page.locator('p.pre', { hasText: SCRIPT }).waitFor();
    for (const tab of ['Ερωτηματολόγιο', 'Ιστορικό']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('[role=tabpanel]', { hasText: SCRIPT }).waitFor();
    }
    await page.getByRole('tab', { name: 'Ερωτηματολόγιο' }).click();
    await page.getByRole('heading', { name: 'Συγκαταθέσεις' }).waitFor();
    await page.getByText('Προωθητικές ενέργειες της εταιρείας · Email').waitFor();
    await page.getByRole('link', { name: 'Αιτήματα έγκρισης' }).click();
    await page.locator('td', { hasText: SCRIPT }).first().waitFor();
  });

  it('typed text is kept when the session ends or the connection breaks', async () => {
    const { id } = await referred();
    const page = await visitor.open(`/applications/${id}?tab=notes`, { role: { userId } });
    await page.getByLabel('Νέα σημείωση').fill('Half a sentence');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Προσθήκη' }).click();
    await page.getByRole('alert').getByText('Δεν υπάρχει σύνδεση').waitFor();
    await page.context().setOffline(false);
    const ended =
      "UPDATE gateway.staff_session SET created_at = created_at - interval '1 year', expires_at = expires_at - interval '1 year'";
    await app.query('production', `${ended} WHERE user_id = $1`, [userId]);
    await page.getByRole('button', { name: 'Προσθήκη' }).click();
    await page.getByText('Η σύνδεσή σας έληξε').waitFor();
    await page.fill('input[name=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Η σύνδεσή σας έληξε').waitFor({ state: 'detached' });
    expect(await page.getByText('Δεν είστε συνδεδεμένοι').count()).toBe(0);
    expect(await page.getByLabel('Νέα σημείωση').inputValue()).toBe('Half a sentence');
    await page.getByRole('button', { name: 'Προσθήκη' }).click();
    await page.locator('p.pre', { hasText: 'Half a sentence' }).waitFor();
    await page.reload();
    await page.locator('p.pre', { hasText: 'Half a sentence' }).first().waitFor();
    expect(await page.locator('p.pre', { hasText: 'Half a sentence' }).count()).toBe(await page.locator('p.pre').count());
  });

  it('each page of the sandbox is marked as sandbox', async () => {
    const page = await visitor.open('/dev/referrals', { role: 'underwriter' });
    await page.getByText('μόνο δοκιμαστικά δεδομένα').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Παραγωγή' }).click();
    await page.waitForURL(`${visitor.root}/console/referrals`);
  });
});
