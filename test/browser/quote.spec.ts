import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { findPageViolations, HAS_BROWSER, NARROW, type ConsoleBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture, type ConsoleUser } from '../support/console-fixture.js';
import { chooseFound, fillFields, FIRE_DETAILS, FIRE_RISK, prefixNames } from '../support/quote-form.js';

const OBJECT = 'objects_insured[0]';
const SMALL = { width: 320, height: 640 };
/** Tax numbers of nobody, of a client of the agent, and of a client of another agent only. */
const [NEW, KNOWN, FOREIGN] = ['090000045', '123456783', '094014201'] as const;
const PERSON = {
  last_name: 'Νικολάου',
  first_name: 'Ελένη',
  father_name: 'Πέτρος',
  birth_date: '12/03/1985',
  mobile: '6912345670',
  email: 'eleni@example.gr',
};

(HAS_BROWSER ? describe : describe.skip)('a quote in a browser', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  let role: ConsoleUser;
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    role = await fixture.createUser('agent');
  });
  afterEach(() => {
    visitor.discardsForms = false;
    fixture.passPageLimit();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const act = async (page: Page, title: string): Promise<void> => {
    await page.locator('button.choice', { hasText: title }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const openFlat = async (options: object = {}): Promise<Page> => {
    const page = await visitor.open('/dev/quote/fire', { role, ...options });
    await page
      .getByText(/Οπλισμένο σκυρόδεμα|Reinforced concrete/)
      .first()
      .waitFor({ state: 'attached' });
    await fillFields(page, prefixNames(OBJECT, FIRE_RISK));
    return page;
  };
  const savedForms = async (): Promise<string[]> =>
    (await fixture.app.query<{ content: string }>('sandbox', 'SELECT content FROM quote_draft')).map(({ content }) => content);
  const toDetails = async (page: Page): Promise<void> => {
    await press(page, 'Συνέχεια');
    await page.locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    await press(page, 'Συνέχεια');
    await page.locator('[name="client.afm"]').waitFor();
  };

  it('an agent quotes a flat from an empty form by five typed values, and goes on to its policy', async () => {
    const page = await visitor.open('/dev/quote/fire', { role });
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    const begin = Date.now();
    const typed = Object.entries(FIRE_RISK);
    for (const [name, value] of typed) await page.locator(`[name="${OBJECT}.${name}"]`).pressSequentially(value);
    await page.keyboard.press('Enter');
    await page.locator('.offer').first().waitFor();
    const priced = Date.now();
    await page.locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    await press(page, 'Συνέχεια');
    await fillFields(page, { 'client.afm': NEW });
    await page.getByText('Ο ΑΦΜ δεν ανήκει σε πελάτη σας.').waitFor();
    await fillFields(page, prefixNames('client', PERSON));
    await page.selectOption('[name="client.gender_code"]', '2');
    await chooseFound(page, { 'client.doy_code': 'Α Αθηνων' });
    await page.getByLabel('Ίδια διεύθυνση με το ασφαλιζόμενο ακίνητο').check();
    await fillFields(page, prefixNames(OBJECT, FIRE_DETAILS));
    await press(page, 'Υποβολή αίτησης');
    await page.locator('.head .tag').waitFor();
    await act(page, 'Έκδοση κωδικού πληρωμής');
    await page.locator('.secret', { hasText: 'RF' }).waitFor();
    await page.getByText('Ενέργειες άλλων ρόλων').click();
    await act(page, 'Πληρωμή στην τράπεζα');
    await page.locator('.tag', { hasText: 'Σε ισχύ' }).first().waitFor();
    const keys = typed.reduce((sum, [, value]) => sum + value.length, typed.length);
    console.log(
      `Flat: ${typed.length} values and ${keys} keys to a price in ${priced - begin} ms, the policy in ${Date.now() - begin} ms.`,
    );
    const { client } = await fixture.sandbox.get(Number(page.url().split('/').at(-1)));
    expect(client).toMatchObject({ afm: NEW, address: 'Λεωφόρος Κηφισίας 100', city: 'Αθήνα', post_code: '11527' });
  });

  it('the bundles are compared by cover, what adds up to each total is shown, and the chosen offer is saved as PDF', async () => {
    const page = await openFlat({ language: 'en' });
    await press(page, 'Continue');
    const table = page.getByRole('table');
    await table.waitFor();
    const amounts = async (title: string): Promise<number[]> => {
      const cells = await table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) })
        .locator('td')
        .allInnerTexts();
      return cells.map((text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100));
    };
    const [net, fee, tax, gross] = await Promise.all(['Net premium', 'Policy fee', 'Taxes and levies', 'Total'].map(amounts));
    expect(gross!.length).toBe(4);
    expect(gross!.map((_, index) => net![index]! + fee![index]! + tax![index]!)).toEqual(gross);
    const covers = await table.locator('tbody td').allInnerTexts();
    expect(covers.filter((text) => text.includes('€')).length).toBeGreaterThan(8);
    await page.locator('.offer').last().click();
    await page.locator('.offer[aria-pressed=true]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await press(page, 'Offer (PDF)');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('Offer 104.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    for (const viewport of [NARROW, SMALL]) {
      await page.setViewportSize(viewport);
      expect(await findPageViolations(page)).toEqual([]);
    }
  });

  it('a bundle without a price cannot be chosen, and a discount is chosen by its title', async () => {
    const page = await openFlat();
    const next = page.getByRole('button', { name: 'Συνέχεια' });
    await next.click();
    await page.locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    const total = async (): Promise<number> =>
      Number((await page.locator('.offer[aria-pressed=true] strong').innerText()).replaceAll(/[^\d,]/g, '').replace(',', '.'));
    const before = await total();
    expect(before).toBeGreaterThan(100);
    await page.getByRole('checkbox', { name: 'Δεύτερο συμβόλαιο πελάτη' }).check();
    await eventually('the discount lowers the price', async () => (await total()) < before);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Δεύτερο συμβόλαιο πελάτη' }).uncheck();
    await eventually('the price is that without the discount', async () => (await total()) === before);
    await page.goBack();
    await fillFields(page, { [`${OBJECT}.building_year`]: '3000' });
    await next.click();
    await page.locator('.offer:disabled').first().waitFor();
    await page.locator('.offer:enabled').first().waitFor({ state: 'detached' });
    expect(await next.isDisabled()).toBe(true);
  });

  it('the tax number fills in a client of the agent, not a client of another agent, and never what was typed', async () => {
    const other = await fixture.app.createAgent({ code: '30001' });
    await fixture.sandbox.insertIn('01');
    await other.sandbox.insertIn('01', { 'client.afm': FOREIGN, 'client.last_name': 'Ξένος' });
    const page = await openFlat();
    await toDetails(page);
    const field = (name: string): Promise<string> => page.inputValue(`[name="client.${name}"]`);
    await fillFields(page, { 'client.father_name': 'Λουκάς', 'client.afm': KNOWN });
    await page.getByText('Ο πελάτης βρέθηκε').waitFor();
    expect([await field('last_name'), await field('father_name'), await field('city')]).toEqual(['Παπαδοπούλου', 'Λουκάς', 'Αθήνα']);
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, { 'client.afm': FOREIGN });
    await page.getByText('Ο ΑΦΜ δεν ανήκει σε πελάτη σας.').waitFor();
    expect([await field('last_name'), await field('father_name'), await field('city')]).toEqual(['', 'Λουκάς', '']);
    await fillFields(page, { 'client.afm': '12345' });
    await page.getByText('Συμπληρώστε πρώτα τον ΑΦΜ').waitFor();
    expect(await page.content()).not.toContain('Ξένος');
  });

  it('a long list is searched by the keyboard, with or without accents, and refuses a text without a match', async () => {
    const page = await openFlat();
    await toDetails(page);
    const doy = page.getByRole('combobox', { name: 'ΔΟΥ', exact: true });
    const options = page.getByRole('listbox').getByRole('option');
    await doy.pressSequentially('θεσσαλονικησ');
    await options.first().waitFor();
    for (const title of await options.allInnerTexts()) expect(title).toContain('ΘΕΣΣΑΛΟΝΙΚΗΣ');
    expect(await findPageViolations(page)).toEqual([]);
    await doy.press('ArrowDown');
    const marked = await page.locator('[role=option][aria-selected=true]').innerText();
    await doy.press('Enter');
    expect(await doy.inputValue()).toBe(marked);
    await doy.fill('δεν υπάρχει');
    await page.getByText('Δεν βρέθηκε επιλογή.').waitFor();
    await doy.press('Tab');
    expect(await doy.inputValue()).toBe(marked);
    await page.setViewportSize(SMALL);
    await doy.click();
    await options.first().waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await doy.press('Escape');
    expect(await options.count()).toBe(0);
  });

  it('a reload stays at the step with the draft, Back leads one step back, and each step begins at its top', async () => {
    const page = await openFlat();
    await press(page, 'Συνέχεια');
    await page.locator('.offer', { hasText: 'ΕΝΦΙΑ' }).click();
    await page.reload();
    await page.locator('.offer[aria-pressed=true]', { hasText: 'ΕΝΦΙΑ' }).waitFor();
    await page.getByText('010').first().scrollIntoViewIfNeeded();
    await press(page, 'Συνέχεια');
    await page.locator('[name="client.afm"]').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await fillFields(page, { 'client.last_name': 'Νικολάου' });
    visitor.discardsForms = true;
    await page.reload();
    await page.locator('[name="client.afm"]').waitFor();
    expect([new URL(page.url()).search, await page.inputValue('[name="client.last_name"]')]).toEqual(['?step=client', '']);
    await page.goBack();
    await page.locator('.offer[aria-pressed=true]').waitFor();
    await page.goBack();
    expect(await page.inputValue(`[name="${OBJECT}.square_meters"]`)).toBe('100');
    // An address with a later step leads to the first one that lacks something.
    await fillFields(page, { [`${OBJECT}.square_meters`]: '' });
    await page.goForward();
    await page.locator(`[name="${OBJECT}.square_meters"]`).waitFor();
    expect(await page.locator('.offer').count()).toBe(0);
  });

  it('a form is saved with the client’s consent, continued on another device, and gone once its application exists', async () => {
    const page = await openFlat({ language: 'en' });
    await press(page, 'Continue');
    await page.locator('.offer', { hasText: 'ENFIA' }).click();
    await press(page, 'Continue');
    await fillFields(page, { 'client.afm': NEW, ...prefixNames('client', PERSON) });
    await press(page, 'Save for later');
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('input[name=title]').inputValue()).toBe('Νικολάου Ελένη');
    expect(await dialog.locator('button[type=submit]').isDisabled()).toBe(true);
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.getByRole('checkbox').check();
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    // A form that is saved is left without a question.
    await page.goto(`${visitor.root}/console/dev/portfolio`);
    await page.getByRole('heading', { level: 1 }).waitFor();

    const phone = await visitor.open('/dev/quote/fire', { role, viewport: NARROW });
    await phone.getByRole('link', { name: 'Νικολάου Ελένη' }).waitFor();
    expect(await findPageViolations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'Νικολάου Ελένη' }).click();
    await press(phone, 'Συνέχεια');
    await phone.locator('.offer[aria-pressed=true]', { hasText: 'ΕΝΦΙΑ' }).waitFor();
    await press(phone, 'Συνέχεια');
    expect(await phone.inputValue('[name="client.last_name"]')).toBe(PERSON.last_name);
    await fillFields(phone, { 'client.first_name': 'Άννα' });
    await press(phone, 'Αποθήκευση για αργότερα');
    await phone.getByRole('dialog').getByRole('checkbox').check();
    await phone.getByRole('dialog').locator('button[type=submit]').click();
    await phone.getByRole('button', { name: 'Αποθηκευμένη', exact: true }).waitFor();
    expect((await savedForms()).map((content) => JSON.parse(content) as object)).toMatchObject([{ client: { first_name: 'Άννα' } }]);

    await phone.selectOption('[name="client.gender_code"]', '2');
    await chooseFound(phone, { 'client.doy_code': 'Α Αθηνων' });
    await phone.getByLabel('Ίδια διεύθυνση με το ασφαλιζόμενο ακίνητο').check();
    await fillFields(phone, prefixNames(OBJECT, FIRE_DETAILS));
    await press(phone, 'Υποβολή αίτησης');
    await phone.locator('.head .tag').waitFor();
    await eventually('the form of the application is deleted', async () => (await savedForms()).length === 0);
  });

  it('a saved form is deleted after a question', async () => {
    const page = await openFlat({ language: 'en' });
    await press(page, 'Save for later');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=title]').fill('Flat of Monday');
    await dialog.getByRole('checkbox').check();
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await page.waitForURL(/draft=/);
    await page.goto(`${visitor.root}/console/dev/quote/motor${new URL(page.url()).search}`);
    // The form of another line is not shown, and cannot be overwritten.
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Save for later' }).count()).toBe(0);
    await page.goto(`${visitor.root}/console/dev/quote/fire`);
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await savedForms()).toHaveLength(1);
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('link', { name: 'Flat of Monday' }).waitFor({ state: 'detached' });
    expect(await savedForms()).toEqual([]);
  });
});
