import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type ConsoleBrowser, findPageViolations, HAS_BROWSER, NARROW, WIDE } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture, type ConsoleUser } from '../support/console-fixture.js';
import { expectStatus } from '../support/fire-app.js';
import { readOutbox } from '../support/outbox.js';
import { uploadSigned } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';

/** Changes the digests of shown documents, and the hash of the whole, as somebody with access to the database could. */
const CHANGE_DIGEST = `
  UPDATE customer_act SET shown = changed.text, shown_sha256 = sha256(convert_to(changed.text, 'UTF8'))
  FROM (SELECT id, regexp_replace(shown, '"sha256":"....', '"sha256":"0000', 'g') AS text FROM customer_act WHERE application_id = $1) changed
  WHERE customer_act.id = changed.id`;
const SCREENS = { el: WIDE, en: NARROW } as const;
const NAMES = {
  el: {
    customer: 'Πελάτης',
    make: 'Έκδοση προσφοράς',
    current: 'Τρέχουσα',
    link: 'Νέος σύνδεσμος',
    create: 'Δημιουργία συνδέσμου',
    saved: 'Το έχω αποθηκεύσει',
    open: 'Σε ισχύ',
    withdrawLink: 'Ανάκληση συνδέσμου',
    withdrawn: 'Ανακλήθηκε',
    mailed: 'Ο σύνδεσμος στάλθηκε στο m…@example.gr.',
    accepted: 'Αποδοχή της πρότασης',
    record: 'Καταχώριση απάντησης',
    recordIt: 'Καταχώριση',
    verified: 'Επαληθεύτηκε',
    unverified: 'Δεν επαληθεύεται',
    read: 'Έλαβα και διάβασα τα έγγραφα',
    toWithdrawals: 'Μετάβαση στις υπαναχωρήσεις',
    close: 'Κλείσιμο με απόφαση',
    closed: 'Έκλεισε',
    csv: 'Λήψη μητρώου (CSV)',
    state: 'Κατάσταση',
    save: 'Αποθήκευση',
    settingsSaved: 'Οι αλλαγές αποθηκεύτηκαν.',
  },
  en: {
    customer: 'Customer',
    make: 'Make offer',
    current: 'Current',
    link: 'New link',
    create: 'Create link',
    saved: 'I have saved it',
    open: 'Valid',
    withdrawLink: 'Withdraw link',
    withdrawn: 'Withdrawn',
    mailed: 'The link was sent to m…@example.gr.',
    accepted: 'Acceptance of the proposal',
    record: 'Record answer',
    recordIt: 'Record',
    verified: 'Verified',
    unverified: 'Not verified',
    read: 'Έλαβα και διάβασα τα έγγραφα',
    toWithdrawals: 'Go to withdrawals',
    close: 'Close with a decision',
    closed: 'Closed',
    csv: 'Download register (CSV)',
    state: 'Status',
    save: 'Save',
    settingsSaved: 'Changes saved.',
  },
} as const;
type Language = keyof typeof NAMES;
const BOTH = ['el', 'en'] as const;

(HAS_BROWSER ? describe : describe.skip)('the console pages about customers', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  let agent: ConsoleUser;
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    agent = await fixture.createUser('agent', 'Agent');
  });
  afterEach(() => {
    fixture.passPageLimit();
  });

  const open = (path: string, role: ConsoleUser | 'issuing', language: Language): Promise<Page> =>
    visitor.open(path, { role, language, viewport: SCREENS[language] });
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();
  const confirm = async (page: Page, name: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  };
  const listLinks = async (id: number): Promise<object[]> => {
    const path = `${fixture.sandbox.root}/docs-api/policy/applications/${id}/customer_links`;
    return expectStatus(200, await fixture.sandbox.client.get(path)).json<object[]>();
  };

  it.each(BOTH)('an agent makes an offer, and makes and withdraws a link, in %s', async (language) => {
    const names = NAMES[language];
    const { id } = await fixture.sandbox.insert();
    const page = await open(`/dev/portfolio/fire/${id}?tab=customer`, agent, language);
    await press(page, names.make);
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, names.make);
    // A phone opens the PDF in its own viewer.
    const pdf = SCREENS[language] === NARROW ? page.locator('a[href^="blob:"]') : page.locator('iframe.viewer[src^="blob:"]');
    await pdf.waitFor();
    await page.getByText(names.current, { exact: true }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    expect(await page.getByRole('button', { name: names.link }).count()).toBe(0);
    expectStatus(200, await fixture.sandbox.act(id, 'send_for_acceptance'));
    await page.reload();
    await press(page, names.link);
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=expires]').fill('2027-12-31');
    await dialog.getByRole('button', { name: names.create }).click();
    await dialog.locator('[name=expires][aria-invalid=true]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.locator('[name=expires]').fill('');
    await dialog.getByRole('button', { name: names.create }).click();
    const address = (await dialog.locator('code.secret').textContent()) ?? '';
    expect(address).toMatch(/\/dev\/c\/[A-Za-z0-9]{40}$/);
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, names.saved);
    await page.getByText(names.open, { exact: true }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, names.withdrawLink);
    await confirm(page, names.withdrawLink);
    await page.locator('.tag', { hasText: names.withdrawn }).waitFor();
    expect(await listLinks(id)).toMatchObject([{ purpose: 'accept', state: 'withdrawn' }]);
  });

  it.each(BOTH)('staff record an acceptance with the signed paper, in %s', async (language) => {
    const names = NAMES[language];
    const { id } = await fixture.agent.insert();
    expectStatus(200, await fixture.agent.act(id, 'send_for_acceptance'));
    const documentId = await uploadSigned(fixture.agent, id);
    const page = await open(`/applications/${id}?tab=customer`, 'issuing', language);
    await press(page, names.record);
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=answer]').selectOption('yes');
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.locator('[name=documentId]').selectOption(String(documentId));
    await dialog.getByRole('button', { name: names.recordIt, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await fixture.agent.get(id)).status_code).toBe('45');
    expect(await page.getByRole('button', { name: names.record }).count()).toBe(0);
  });

  it.each(BOTH)('staff mail a link to the customer, in %s', async (language) => {
    const names = NAMES[language];
    const { id } = await fixture.agent.insertIn('45');
    const page = await open(`/applications/${id}?tab=customer`, 'issuing', language);
    await press(page, names.link);
    await page.getByRole('dialog').locator('[name=way]').selectOption('mail');
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, names.create);
    await page.getByRole('status').filter({ hasText: names.mailed }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const [mail] = (await readOutbox(fixture.app.running.database.config.dataDir)).slice(-1);
    expect(mail).toMatchObject({ to: 'maria@example.gr' });
    expect(mail!.text).toMatch(/\/c\/[A-Za-z0-9]{40}/);
  });

  it.each(BOTH)('staff see an act of the customer with its evidence, and whether it is verified, in %s', async (language) => {
    const names = NAMES[language];
    const { id } = await fixture.sandbox.insert();
    expectStatus(200, await fixture.sandbox.act(id, 'send_for_acceptance'));
    const path = `${fixture.sandbox.root}/test-api/resources/applications/${id}/customer`;
    expectStatus(200, await fixture.sandbox.client.post(path, { act: 'accept' }));
    const page = await open(`/dev/applications/${id}?tab=customer`, 'issuing', language);
    await page.getByText(names.accepted).first().waitFor();
    await page.getByText(names.verified, { exact: true }).waitFor();
    await page.getByText(names.read).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, names.link);
    await page.getByRole('dialog').getByRole('button', { name: names.create }).click();
    await page.getByRole('dialog').locator('code.secret').waitFor();
    await press(page, names.saved);
    await page.getByText(names.open, { exact: true }).waitFor();
    await fixture.app.query('sandbox', 'ALTER TABLE customer_act DISABLE TRIGGER USER');
    await fixture.app.query('sandbox', CHANGE_DIGEST, [id]);
    await fixture.app.query('sandbox', 'ALTER TABLE customer_act ENABLE TRIGGER USER');
    await page.reload();
    await page.getByText(names.unverified, { exact: true }).waitFor();
  });

  it.each(BOTH)('issuing follows a message to the register of withdrawals, and closes one with a decision, in %s', async (language) => {
    const names = NAMES[language];
    const staff = await StaffClient.open(fixture.app.running, 'issuing');
    const { policy_no: policyNo } = await fixture.createOpenWithdrawal(staff, 'Άλλαξα γνώμη.');
    const page = await open('/messages', 'issuing', language);
    await page.getByRole('link', { name: names.toWithdrawals }).first().click();
    await page.waitForURL(/withdrawals\?state=OPEN$/);
    const row = page.getByRole('row').filter({ hasText: policyNo! });
    await row.getByText('Άλλαξα γνώμη.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await row.getByRole('button', { name: names.close }).click();
    await page.getByRole('dialog').locator('[name=decision]').fill('Μετά από ζημιά δεν επιτρέπεται.');
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, names.close);
    await row.waitFor({ state: 'detached' });
    await page.getByLabel(names.state, { exact: true }).selectOption('CLOSED');
    await row.getByText('Μετά από ζημιά δεν επιτρέπεται.').waitFor();
    await row.getByText(names.closed, { exact: true }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await press(page, names.csv);
    const table = await readFile(await (await download).path(), 'utf8');
    expect(table).toContain('Μετά από ζημιά δεν επιτρέπεται.');
    expect(table).not.toContain('OPEN');
    await row.getByRole('link', { name: policyNo! }).click();
    await page.waitForURL(/applications\/\d+\?tab=customer$/);
    expect((await staff.get('messages?state=open&kind=WITHDRAWAL')).json()).toMatchObject({ total: 0 });
  });

  it.each(BOTH)('issuing edits the details of the insurer in both languages, in %s', async (language) => {
    const names = NAMES[language];
    const page = await open('/settings', 'issuing', language);
    const gemi = page.locator('[name="insurer.gemi"]');
    await gemi.fill('ΓΕΜΗ');
    await page.locator('[name="insurer.seat.en"]').fill(`Athens ${language}`);
    await page.locator('[name="insurer.registration.el"]').fill(`Άδεια ${language}`);
    await page.locator('[name="insurer.applicableLaw.el"]').fill(`Ελληνικό δίκαιο ${language}`);
    await press(page, names.save);
    await page.locator('[name="insurer.gemi"][aria-invalid=true]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await gemi.fill('123456701000');
    await press(page, names.save);
    await page.getByText(names.settingsSaved).waitFor();
    expect(await gemi.inputValue()).toBe('123456701000');
    const staff = await StaffClient.open(fixture.app.running, 'issuing');
    expect((await staff.get('settings')).json()).toMatchObject({
      insurer: {
        gemi: '123456701000',
        seat: { en: `Athens ${language}` },
        registration: { el: `Άδεια ${language}` },
        applicableLaw: { el: `Ελληνικό δίκαιο ${language}` },
      },
    });
  });
});
