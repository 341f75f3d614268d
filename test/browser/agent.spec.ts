import type { Page } from 'playwright-core';
import { addDays, toLocalDate } from '../../src/common/athens.js';
import { choosePassword, findPageViolations, HAS_BROWSER, NARROW, ConsoleBrowser, WIDE } from '../support/browser.js';
import { FireApp } from '../support/fire-app.js';
import { readOutbox } from '../support/outbox.js';
import { chooseFound, fillFields, FIRE_DETAILS, FIRE_RISK, prefixNames } from '../support/quote-form.js';
import { hashQuickly } from '../support/quick-hash.js';
import { TEST_TIME } from '../support/record-fixtures.js';

const PASSWORD = 'four wooden horses sang';
const CLIENT = {
  last_name: 'Παπαδοπούλου',
  first_name: 'Μαρία',
  father_name: 'Γεώργιος',
  birth_date: '1980-05-14',
  afm: '123456783',
  city: 'Αθήνα',
  address: 'Κηφισίας 100',
  post_code: '11526',
  mobile: '6912345678',
  email: 'maria@example.gr',
};
const COMPANY = { last_name: 'Ακίνητα ΑΕ', afm: '123', city: 'Αθήνα', address: 'Σταδίου 1', post_code: '10562' };
const VEHICLE = {
  manufactureYear: '2018',
  insuredValue: '9000',
  regionPostcode: '11527',
  driverBirthYear: '1980',
  driverLicenceDate: '2005-06-01',
};

(HAS_BROWSER ? describe : describe.skip)('the console of an agent in a browser', () => {
  let app: FireApp;
  let visitor: ConsoleBrowser;
  let agentCode: string;
  let role: { readonly userId: number };

  beforeAll(async () => {
    app = await FireApp.start();
    ({ agentCode } = (await app.createAgent()).sandbox.access);
    const { store, users } = app.running.parts;
    const user = { email: 'reader@agency.example', name: 'Reader', role: 'agent', agentCode, delegates: [] } as const;
    const userId = await store.transaction('gateway', async (tx) => {
      const id = await users.create(tx, user);
      await users.setPassword(tx, id, hashQuickly(PASSWORD));
      return id;
    });
    role = { userId };
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

  /** Selects an action in the menu and confirms it. */
  const act = async (page: Page, title: string): Promise<void> => {
    await page.locator('button.choice', { hasText: title }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  const select = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) await page.selectOption(`[name="${name}"]`, value);
  };
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it.each([
    ['en-GB', 'Sign in'],
    ['el-GR', 'Σύνδεση'],
    ['de-DE', 'Σύνδεση'],
  ])('the agent’s console starts in the language of a browser in %s', async (locale, title) => {
    const page = await visitor.open('/', { locale });
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(title === 'Sign in' ? 'en' : 'el');
  });

  it.each([
    ['el', 'Αίτημα πρόσβασης στην παραγωγή', 'Νέα προσπάθεια', /^Ο λογαριασμός σας δεν έχει ακόμη πρόσβαση στην παραγωγή/],
    ['en', 'Request production access', 'Try again', /^Your account doesn't have access to production yet/],
  ] as const)(
    'the agent’s console in %s says that production is not granted, requests it, and works once it is',
    async (language, title, again, text) => {
      const { store, users } = app.running.parts;
      const email = `no-grant-${language}@agency.example`;
      const userId = await store.transaction('gateway', (tx) =>
        users.create(tx, { email, name: 'Reader', role: 'agent', agentCode, delegates: [] }),
      );
      const page = await visitor.open('/portfolio', { role: { userId }, language });
      await page.getByRole('status').getByText(text).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await findPageViolations(page)).toEqual([]);
      await press(page, title);
      await page.getByRole('button', { name: again }).waitFor();
      await app.query(
        'production',
        `UPDATE gateway.api_key SET environments = '{production,sandbox}'
       WHERE program_id = (SELECT id FROM gateway.program WHERE console_user_id = $1)`,
        [userId],
      );
      await press(page, again);
      await page.getByText(/Έχετε ζητήσει πρόσβαση|You have requested access/).waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  it('an agent completes a policy with two objects, a company as co-owner, a loan and a claim up to its PDF', async () => {
    const page = await visitor.open('/dev/quote/fire', { role });
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    const [one, other] = ['objects_insured[0]', 'objects_insured[1]'];
    const start = addDays(toLocalDate(TEST_TIME), 10);
    await fillFields(page, { [`${one}.post_code`]: '11527' });
    // Values that identify nobody remain after a reload.
    await page.reload();
    expect(await page.inputValue(`[name="${one}.post_code"]`)).toBe('11527');
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await fillFields(page, prefixNames(one, FIRE_RISK));
    // The keyboard focus moves to the first field of the added object.
    await page.getByRole('button', { name: 'Προσθήκη ακινήτου' }).press('Enter');
    await page.locator(`[name="${other}.kind_of_risk"]:focus`).waitFor();
    await fillFields(page, prefixNames(other, { ...FIRE_RISK, building_year: '20' }));
    await page.getByRole('button', { name: 'Προσθήκη ζημιάς' }).nth(1).press('Enter');
    await fillFields(
      page,
      prefixNames(`${other}.claims_history[0]`, { claim_date: '2025-02-10', claim_amount: '800,50', job_description: 'Διαρροή' }),
    );
    await press(page, 'Συνέχεια');
    await page.locator(`[name="${other}.building_year"][aria-invalid=true]:focus`).waitFor();
    expect(await page.locator('[name$=building_year_piping][aria-invalid=true]').count()).toBe(0);
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, { [`${other}.building_year`]: '2004' });
    await press(page, 'Συνέχεια');
    for (const object of ['Ακίνητο 1', 'Ακίνητο 2'])
      await page.getByRole('region', { name: object, exact: true }).locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    await page.getByLabel('010 Θραύση κρυστάλλων').first().check();
    await page.getByRole('cell', { name: 'Περιλαμβάνεται 9,00 €' }).first().waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, 'Συνέχεια');
    await fillFields(page, { ...prefixNames('client', CLIENT), start_date: start });
    for (const object of [one, other]) await fillFields(page, prefixNames(object, FIRE_DETAILS));
    await select(page, prefixNames('client', { gender_code: '2' }));
    await chooseFound(page, { 'client.doy_code': 'αθηνων' });
    await page.getByRole('button', { name: 'Προσθήκη συνιδιοκτήτη' }).nth(1).press('Enter');
    const owner = `${other}.co-owners[0]`;
    await select(page, prefixNames(owner, { person_type_code: '2' }));
    await chooseFound(page, { [`${owner}.doy_code`]: 'αθηνων' });
    expect(await page.locator(`[name="${owner}.first_name"]`).count()).toBe(0);
    await fillFields(page, prefixNames(owner, COMPANY));
    await page.getByRole('button', { name: 'Προσθήκη δανείου' }).first().press('Enter');
    await select(page, { [`${one}.mortgages_loans[0].bank_id`]: '011' });
    await fillFields(page, { [`${one}.mortgages_loans[0].amount_loan`]: '80000' });
    await press(page, 'Υποβολή αίτησης');
    await page.locator(`[name="${owner}.afm"][aria-invalid=true]:focus`).waitFor();
    await page.locator('.mantine-InputWrapper-error', { hasText: 'Ο ΑΦΜ δεν είναι έγκυρος' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })');
    for (const personal of [CLIENT.last_name, CLIENT.afm, FIRE_DETAILS.address, COMPANY.last_name, 'Διαρροή'])
      expect(stored).not.toContain(personal);
    await fillFields(page, { [`${owner}.afm`]: '094014201' });
    // The session expires; after the sign-in the typed values are still there.
    await page.context().clearCookies();
    await press(page, 'Υποβολή αίτησης');
    await page.fill('input[name=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(page, 'Υποβολή αίτησης');
    await page.locator('.head .tag').waitFor();
    await act(page, 'Έκδοση κωδικού πληρωμής');
    await page.locator('.secret', { hasText: 'RF' }).waitFor();
    await page.getByText('Ενέργειες άλλων ρόλων').click();
    expect(await findPageViolations(page)).toEqual([]);
    await act(page, 'Πληρωμή στην τράπεζα');
    await page.getByRole('tab', { name: 'Έγγραφα' }).click();
    await page.locator('button.choice', { hasText: 'Ασφαλιστήριο' }).click();
    await page.locator('iframe.viewer[src^="blob:"]').waitFor();
    await page.getByRole('tab', { name: 'Αποδείξεις' }).click();
    await page.getByText('Πληρωμένη').waitFor();
  });

  it('an agent completes the application for a company’s vehicle with another driver, in English at the width of a phone', async () => {
    const page = await visitor.open('/dev/quote/motor', { role, language: 'en', viewport: NARROW });
    await chooseFound(page, { makeCode: 'toyota', modelCode: 'yaris' });
    await fillFields(page, { ...VEHICLE, policyStartDate: addDays(toLocalDate(TEST_TIME), 10) });
    await press(page, 'Continue');
    await page.locator('.offer', { hasText: 'B2' }).click();
    await page.getByLabel('Bonus-malus protection instead of Glass breakage').check();
    await page.getByRole('rowheader', { name: 'Bonus-malus protection' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, 'Continue');
    await select(page, { 'client.personTypeCode': '2' });
    await fillFields(page, { plateNo: 'ΙΖΧ4821' });
    await fillFields(page, prefixNames('client', { lastName: COMPANY.last_name, afm: '094014201' }));
    await page.getByRole('button', { name: 'Add driver' }).press('Enter');
    await page.locator('[name="drivers[0].name"]:focus').waitFor();
    await press(page, 'Create application');
    await page.locator('[name="drivers[0].name"][aria-invalid=true]:focus').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, { 'drivers[0].name': 'Νίκος Παππάς' });
    // Personal data is not stored, so the page asks before it is lost.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Portfolio' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await press(page, 'Create application');
    await page.locator('.head .tag').waitFor();
    expect(page.url()).toContain('/portfolio/motor/');
  });

  it('a user who acts for a chosen agent works in that agent’s name and sees nothing of another agent', async () => {
    const [own, delegate] = [await app.createAgent({ code: '20001' }), await app.createAgent({ code: '20002' })].map(
      ({ sandbox }) => sandbox,
    );
    const { id } = await delegate!.insertIn('01');
    const { store, users } = app.running.parts;
    const user = { email: 'lead@agency.example', name: 'Lead', role: 'agent', agentCode: own!.access.agentCode } as const;
    const delegates = [delegate!.access.agentCode];
    const userId = await store.transaction('gateway', (tx) => users.create(tx, { ...user, delegates }));
    const page = await visitor.open('/dev/portfolio', { role: { userId } });
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('/fire-api/')) asked.push(request.headers()['x-agent-code']);
      if (pathname.endsWith('/backoffice-api/portfolio')) asked.push(searchParams.get('agent') ?? undefined);
    });
    const agent = page.getByLabel('Για λογαριασμό του συνεργάτη');
    await page.getByText('Δεν βρέθηκαν αιτήσεις ή συμβόλαια').waitFor();
    expect([await agent.inputValue(), ...new Set(asked.splice(0))]).toEqual([user.agentCode, user.agentCode]);
    const named = [user.agentCode, ...delegates].map((code) => expect.stringMatching(`^${code} .+`) as string);
    expect(await agent.locator('option').allTextContents()).toEqual(named);
    await agent.selectOption(delegates[0]!);
    await page.locator('tbody a').click();
    await page.waitForURL(`**/portfolio/fire/${id}`);
    await page.getByRole('button', { name: 'Έκδοση κωδικού πληρωμής' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Έκδοση κωδικού πληρωμής' }).waitFor();
    await page.setViewportSize(NARROW);
    expect(await findPageViolations(page)).toEqual([]);
    await page.setViewportSize(WIDE);
    expect([...new Set(asked)]).toEqual(delegates);
    await agent.selectOption(user.agentCode);
    await page.getByText('Δεν βρέθηκαν αιτήσεις ή συμβόλαια').waitFor();
    await page.waitForURL('**/portfolio');
    // A half-filled form is neither carried over nor lost without a question.
    await page.getByRole('link', { name: 'Νέα ασφάλιση περιουσίας' }).first().click();
    await fillFields(page, prefixNames('objects_insured[0]', FIRE_RISK));
    await press(page, 'Συνέχεια');
    await page.locator('.offer').first().click();
    await press(page, 'Συνέχεια');
    await fillFields(page, { 'client.last_name': 'Δημητρίου' });
    await agent.selectOption(delegates[0]!);
    await page.getByRole('dialog').getByRole('button', { name: 'Συνέχεια επεξεργασίας' }).click();
    expect(await page.inputValue('[name="client.last_name"]')).toBe('Δημητρίου');
    expect(await agent.inputValue()).toBe(user.agentCode);
    await agent.selectOption(delegates[0]!);
    await page.getByRole('dialog').getByRole('button', { name: 'Απόρριψη' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.inputValue('[name="objects_insured[0].post_code"]')).toBe('');
  });

  it('the links in mails open the console: a sign-up leads to its keys, a reset to a new password', async () => {
    const email = 'newcomer@agency.example';
    const linkTo = async (to: string): Promise<string> => {
      const mails = await readOutbox(app.running.database.config.dataDir);
      return mails.findLast((mail) => mail.to === to)!.link;
    };
    const { client } = app.running;
    const request = { name: 'New', email, programName: 'Portal' };
    expect((await client.post('/backoffice-api/signup', request)).status).toBe(202);
    const page = await visitor.open('/dev/', { language: 'en' });
    const pathOf = async (): Promise<string> => {
      const { pathname, search } = new URL(await linkTo(email));
      return visitor.root + pathname + search;
    };
    await page.goto(await pathOf());
    await press(page, 'Create keys');
    await page.getByText('sbx-').first().waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, 'I have saved it');
    // The link was used: another try cannot help, a new link can.
    await page.goto(await pathOf());
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.fill('input[name=email]', email);
    await page.locator('form button[type=submit]').click();
    await page.getByRole('status').first().waitFor();
    await app.running.parts.passwordReset.settled();
    await page.goto(await pathOf());
    await choosePassword(page, email, PASSWORD);
    await page.getByRole('link', { name: 'My API keys' }).waitFor();
  });
});
